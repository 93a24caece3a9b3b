"""Backups of a whole installation: one file, made and put back by the database's own means."""
