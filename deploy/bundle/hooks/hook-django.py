"""In the place of PyInstaller's own, which takes all of Django: clubchess.spec says what is used."""
