"""What whoever runs an installation does with all of it."""
