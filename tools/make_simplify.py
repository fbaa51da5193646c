"""Makes `cases/simplify.jsonl`: sentences with simplifications, all of our own writing."""

from common import CASES, Segment, tags_of_shape, write_lines

# Tag, source, hypothesis, references.
TEXTS: list[tuple[str, str, str, list[str]]] = [
    ("en", "The committee subsequently approved the proposal by an overwhelming majority.",
     "The committee later approved the plan by a large majority.",
     ["The committee then approved the plan by a large majority.", "Later, most of the committee voted for the proposal.",
      "The committee later accepted the proposal. Most members voted for it."]),
    ("en", "Owing to inclement weather, the ferry's departure was postponed until Thursday.",
     "Because of bad weather, the ferry will leave on Thursday.",
     ["Because of bad weather, the ferry did not leave until Thursday.", "The ferry leaves on Thursday because of bad weather."]),
    ("en", "He acquired a dwelling in close proximity to the harbour.", "He bought a house near the harbour.",
     ["He bought a house near the harbour.", "He bought a home close to the harbour.", "He got a house by the port.",
      "He bought a house next to the harbour."]),
    ("en", "The manuscript, which had been lost for centuries, was discovered in a monastery.",
     "The manuscript was found in a monastery. It had been lost for centuries.",
     ["The manuscript was lost for centuries. It was found in a monastery."]),
    ("en", "Approximately 70 per cent of the inhabitants commute to the capital on a daily basis.",
     "About 70 % of the people travel to the capital every day.",
     ["About 70 per cent of the people go to the capital every day.", "Around 70 % of the residents travel to the capital daily."]),
    ("en", "The apparatus ceased functioning.", "The apparatus ceased functioning.",
     ["The machine stopped working.", "The device stopped working."]),
    ("en", "The apparatus ceased functioning.", "The machine stopped working.", ["The machine stopped working."]),
    ("en", "She is a proficient and prolific composer of chamber music.", "She writes a lot of good chamber music.",
     ["She is a good composer who writes much chamber music.", "She writes much good chamber music."]),
    ("en", "The treaty was ratified in 1,848 and remained in force until 1,902.5 days later.",
     "The treaty was signed in 1,848 and held until 1,902.5 days later.",
     ["The treaty was agreed in 1,848. It held for 1,902.5 days.", "The treaty began in 1,848 and held until 1,902.5 days later."]),
    ("en", "Notwithstanding her objections, the council demolished the edifice.", "The council tore the building down.",
     ["The council tore the building down, though she was against it.", "She was against it, but the council tore down the building."]),
    ("case", "THE LIGHTHOUSE Was Constructed In Haste.", "the lighthouse was built quickly.",
     ["The lighthouse was built quickly.", "THE LIGHTHOUSE WAS BUILT FAST."]),
    ("repeat", "the the the cat sat sat on the the mat", "the cat sat on the mat mat",
     ["the cat sat on the mat", "the the cat sat on a mat"]),
    ("repeat", "no no no no", "no no", ["no", "no no no", "no no no no no"]),
    ("repeat", "a b a b a b a", "a b a", ["b a b", "a b a b"]),
    ("repeat", "x x x x x x", "x y x y x y", ["y y y", "x x y"]),
    ("same", "Nothing has to be changed here.", "Nothing has to be changed here.", ["Nothing has to be changed here."]),
    ("same", "One word.", "One word.", ["One word.", "A word.", "One word."]),
    ("empty", "The paragraph was deleted altogether.", "", ["The paragraph is gone.", "It was deleted."]),
    ("empty", "", "A text out of nothing.", ["A text out of nothing.", "Nothing."]),
    ("empty", "", "", ["Something."]),
    ("empty", "Delete me.", "", [""]),
    ("empty", "Keep some of this.", "Keep this.", ["", "Keep this."]),
    ("empty", " ", "  ", [" "]),
    ("spaces", "two  blanks and a\ttab\u00a0here", "two blanks and a tab here", ["two  blanks and a\ttab", "two blanks here"]),
    ("spaces", "a line with a hy-\nphen, and at its end-\n", "a line with a hyphen, and at its end",
     ["a line with a hyphen at its end-\n", "a line with a hy-\nphen"]),
    ("entities", "Fish &amp; chips cost &lt; £5 &quot;here&quot;.", "Fish & chips cost < £5 here.",
     ["Fish & chips are < £5 \"here\".", "Fish &amp; chips cost little."]),
    ("pt", "O procedimento supracitado deverá ser efetuado impreterivelmente até sexta-feira.",
     "Isso deve ser feito até sexta-feira.",
     ["Isso precisa ser feito até sexta-feira.", "O trabalho deve ser feito até sexta-feira, sem falta."]),
    ("pt", "A população idosa possui dificuldades de locomoção nas calçadas esburacadas.",
     "Os idosos têm dificuldade de andar nas calçadas com buracos.",
     ["Os idosos andam com dificuldade nas calçadas com buracos.", "As pessoas idosas têm dificuldade de andar nas calçadas.",
      "Para os idosos é difícil andar nas calçadas esburacadas."]),
    ("de", "Die Inbetriebnahme der Anlage verzögerte sich erheblich.", "Die Anlage startete viel später.",
     ["Die Anlage ging viel später in Betrieb.", "Der Start der Anlage kam viel später."]),
    ("fr", "L'édifice fut érigé au cours du dix-septième siècle.", "Le bâtiment a été construit au XVIIe siècle.",
     ["Le bâtiment date du XVIIe siècle.", "On a construit ce bâtiment au XVIIe siècle."]),
    ("es", "¿Sería factible efectuar la reparación de inmediato?", "¿Se puede reparar ahora?",
     ["¿Se puede reparar ya?", "¿Es posible repararlo ahora?"]),
    ("el", "Ο ΟΔΥΣΣΕΥΣ επέστρεψε στην πατρίδα του κατόπιν πολυετούς περιπλανήσεως.",
     "Ο Οδυσσεύς γύρισε στην πατρίδα του μετά από χρόνια.",
     ["Ο Οδυσσέας γύρισε σπίτι μετά από χρόνια.", "Ο ΟΔΥΣΣΕΥΣ γύρισε στην πατρίδα του."]),
    ("ru", "Вследствие неблагоприятных погодных условий рейс был отменён.", "Из-за плохой погоды рейс отменили.",
     ["Рейс отменили из-за плохой погоды.", "Из-за погоды рейс был отменён."]),
    ("zh", "由于 天气 恶劣 ， 航班 被 取消 了 。", "因为 天气 不好 ， 航班 取消 了 。", ["天气 不好 ， 航班 取消 了 。", "因为 天气 ， 航班 没有 了 。"]),
    ("unicode", "Ⅷ ﬁne İstanbul 🙂🙂 cafe\u0301 “quoted” — dash", "viii fine istanbul 🙂 café “quoted” dash",
     ["viii fine istanbul 🙂 cafe\u0301 quoted", "İstanbul is fine 🙂🙂"]),
    ("long", "The report that the ministry commissioned last year and that was published only after repeated requests by "
     "several newspapers concludes that the dams, most of which were built before the second half of the last century, "
     "are in a condition that gives cause for concern.",
     "The ministry ordered a report last year. It was published only after several newspapers asked for it many times. "
     "It says that most of the dams are old and in a bad condition.",
     ["The ministry ordered a report last year. Several newspapers had to ask for it many times. It says that the dams are "
      "in a bad condition. Most of them were built before 1950.",
      "A report says that the dams are in a bad condition. Most of them are old. The ministry published the report only after "
      "newspapers asked for it."]),
]  # fmt: skip


def segments() -> list[Segment]:
    """The texts with a number and the tags of their shape."""
    return [
        Segment(f"simple-{number:02}", hypothesis, references, [tag, *tags_of_shape(hypothesis, references)], source)
        for number, (tag, source, hypothesis, references) in enumerate(TEXTS, start=1)
    ]


if __name__ == "__main__":
    write_lines(CASES / "simplify.jsonl", (vars(segment) for segment in segments()))
