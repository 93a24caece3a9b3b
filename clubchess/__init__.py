"""The project: settings, addresses, errors, logs."""

__version__ = "1.0.0"
