"""What differs between Windows, macOS and Linux, each thing with all its forms behind one function."""
