"""The widgets: thin, each draws one model."""
