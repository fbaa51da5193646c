"""The version of sacrebleu whose results these are."""

__version__ = "2.6.0"
version = __version__
