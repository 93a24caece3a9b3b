"""What several screens are made of: drawings and signs as values, before they are HTML."""
