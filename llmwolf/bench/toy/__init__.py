"""A toy in a model's place: it reads its prompt and answers by it, to try plans and prompts without a key."""
