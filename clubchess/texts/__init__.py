"""The program's own texts: what the catalogues hold, which of them a page used, and what a better one must be."""
