"""Pictures that the server draws, as PNG: of links, and a club's icons."""
