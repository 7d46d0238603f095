"""Model seats: any endpoint that speaks the OpenAI chat API, streamed, checked, never trusted."""
