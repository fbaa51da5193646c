"""Makes `cases/stem.jsonl` with NLTK's Porter and Snowball stemmers."""

import re
from collections.abc import Iterator
from importlib.metadata import version

from nltk.stem import PorterStemmer, SnowballStemmer

from common import CASES, write_lines
from make_segments import read_material

# Words at the edges of Porter's rules and of NLTK's additions to them.
ENGLISH = """
a i be is by my sky skies dying lying tying dies ties flies spies cries spied cried tried fly flying
news inning innings outing outings canning cannings howe proceed proceeded exceed exceeding succeed succeeds
caresses ponies caress cats feed agreed plastered bled motoring sing conflated troubled sized hopping tanned
falling hissing fizzed failing filing happy enjoy toy say saying boys relational conditional rational valency
hesitancy digitizer conformably radically differently vilely analogously vietnamization predication operator
feudalism decisiveness hopefulness callousness formality sensitivity sensibility triplicate formative formalize
electricity electrical hopeful goodness revival allowance inference airliner gyroscopic adjustable defensible
irritant replacement adjustment dependent adoption homologous communism activate angularity effective bowdlerize
probate rate cease controlling rolling possibly generically generate generation general generous archaeology
biology theology analogies logically fully wholly yes yellow youth bicycle rhythm syzygy queue aye oyes eyed
abilities ability ables able using used uses user useless agreement agrees agreeing freed need needing seeing
being been were hopped hoped hoping hops skiing taxies taxi buses bus gases gas misses miss focused focussed
universities university universe universal organization organizational organs organ internationally
running runner runs ran happily happiness unhappiness nationality nationalization rationalizations
""".split()

PORTUGUESE = """
a e o os as um uma que não sim casa casas casinha casarão cantar cantava cantávamos cantaram cantarão cantando
cantado comer comíamos comeria comeu partir partindo partiste partiríamos fazer fizeram fizéssemos despedindo
despedir felizmente felicidade felizes infeliz rapidamente rápido nacional nacionalidade nacionalização
organização organizações organizado amável amáveis amabilidade possível impossível possibilidade coração corações
pães cães mãos irmãos avó avô avós bom boa bons boas melhor melhores amigo amiga amigos amizade cidadão cidadãos
português portuguesa portugueses inglês difícil dificuldade dificuldades importância importante importantes
lógica lógico biologia psicologia solução soluções existência frequência freqüência ativo ativamente
atividade gostoso gostosa famoso famosas jogador jogadores trabalhador trabalhadora trabalhar trabalhei
água águas agüentar quente aquecer chegou chegar cheguei guerra pequeno pequenininho ideia idéia heróis herói
""".split()


def words_of(language: str) -> list[str]:
    """The words of the sentences, lower-cased, without what stands around them."""
    texts = " ".join(text for saying in read_material()[language] for text in saying)
    return re.findall(r"[^\W\d_]+", texts.lower())


def lines() -> Iterator[dict[str, str]]:
    """Each stemmer on its words, without repetition."""
    english = list(dict.fromkeys(ENGLISH + words_of("en")))
    portuguese = list(dict.fromkeys(PORTUGUESE + words_of("pt")))
    stemmers = {
        "porter-nltk": (PorterStemmer(), english),
        "snowball-en": (SnowballStemmer("english"), english),
        "snowball-pt": (SnowballStemmer("portuguese"), portuguese),
    }
    for name, (stemmer, words) in stemmers.items():
        for word in words:
            yield {"stemmer": name, "tool": f"nltk {version('nltk')}", "word": word, "stem": stemmer.stem(word)}


if __name__ == "__main__":
    write_lines(CASES / "stem.jsonl", lines())
