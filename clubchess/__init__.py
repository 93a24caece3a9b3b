"""The project: settings, addresses, errors, logs."""

__version__ = "0.1.0"
