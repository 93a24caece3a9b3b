"""The club's own rating on pages: the list as it stands and as published, one person's history, the settings."""
