"""What ``llmwolf bench screen`` measures in the app: how soon keys are seen, what a long game keeps."""
