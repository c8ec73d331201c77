"""How a text and a name are made to agree, and how a guess is written on."""

import pytest
from sections.question import edits

KNOWN = {"Lily", "Tom", "O'Neil", "Zo\u00eb"}


@pytest.mark.parametrize(
    ("text", "name", "hero", "name_after", "text_after", "sets"),
    [
        ("Lily met Lilya. Lily’s cat.", "Bob", "Lily", "Bob", "Bob met Lilya. Bob’s cat.", {"text", "hero"}),
        ("Lily ran.", " Bob ", "Lily", "Bob", "Bob ran.", {"text", "hero"}),
        ("Lily ran.", "Lily ", "Lily", "Lily", "Lily ran.", set()),
        ("Lily ran.", "", "Lily", "Lily", "Lily ran.", set()),
        ("A dog saw Lily.", "A", "Lily", "Lily", "A dog saw Lily.", set()),
        ("Now Tom ran.", "Lily", "Lily", "Tom", "Now Tom ran.", {"name", "hero"}),
        ("A girl named Zelda ran.", "Lily", "Lily", "Zelda", "A girl named Zelda ran.", {"name", "hero"}),
        ("Nobody ran.", "Lily", "Lily", "Lily", "Nobody ran.", set()),
        ("Nobody ran.", "Bob", "Lily", "Bob", "Nobody ran.", {"hero"}),
        ("", "Lily", "Lily", "Lily", "", set()),
        ("Once Li\u00adly ran.", "Bob", "Bob", "Lily", "Once Li\u00adly ran.", {"name", "hero"}),
        ("Once O’Neil ran.", "Bob", "Bob", "O'Neil", "Once O’Neil ran.", {"name", "hero"}),
        ("Once O'Neil’s dog ran.", "Bob", "Bob", "O'Neil", "Once O'Neil’s dog ran.", {"name", "hero"}),
        ("Once Zoe\u0308 ran.", "Bob", "Bob", "Zo\u00eb", "Once Zoe\u0308 ran.", {"name", "hero"}),
        ("Once a man named Zel\u00adda-Ma\u0301ry\u00a0ran.", "Bob", "Bob", "Zelda-M\u00e1ry", None, {"name", "hero"}),
        ("Once I’ll see O’Brien’s cat.", "Bob", "Bob", "O'Brien", None, {"name", "hero"}),
        ("Once Mary\u00a0Ann ran.", "Mary Ann", "Mary Ann", "Mary Ann", None, set()),
        ("Lily ran.", "\u200b", "Lily", "Lily", None, set()),
        ("\u200bT\u200bom ran.", "Bob", "Bob", "Tom", "\u200bT\u200bom ran.", {"name", "hero"}),
        ("Zoe\u0308 ran.", "Zo\u00eb", "Zoe\u0308", "Zo\u00eb", None, set()),
        ("Mary Ann ran.", "Mary\u00a0Ann", "Mary Ann", "Mary\u00a0Ann", None, set()),
        ("O'Neil ran.", "Bob", "O’Neil", "Bob", "Bob ran.", {"text", "hero"}),
        ("lily ran.", "Tom", "Lily", "Tom", "lily ran.", {"hero"}),
    ],
)
def test_text_and_name_are_made_to_agree(text, name, hero, name_after, text_after, sets):
    settled = edits.settle(text, name, hero, KNOWN)
    assert (settled.name, settled.text, set(settled.sets)) == (name_after, text_after or text, sets)


def test_typing_a_name_letter_by_letter_never_loses_the_story():
    text, name, hero = "A girl named Lily saw a dog. A man called Lily.", "Lily", "Lily"
    for typed in ("Lil", "Li", "L", "", "A", "An", "Ann", "Anna"):
        settled = edits.settle(text, typed, hero, KNOWN)
        choice = {"text": text, "name": typed, "hero": hero, **settled.sets}
        text, name, hero = choice["text"], choice["name"], choice["hero"]
    assert (text, name, hero) == ("A girl named Anna saw a dog. A man called Anna.", "Anna", "Anna")


def test_a_name_that_would_make_the_text_too_long_is_refused_and_nothing_is_lost():
    text = "Lily " * 4000
    settled = edits.settle(text, "Lilybeth", "Lily", KNOWN)
    assert (settled.text, settled.name, settled.sets) == (text, "Lily", {})
    assert settled.remark == "too long"


@pytest.mark.parametrize(
    ("text", "word", "joined", "written"),
    [
        ("The cat sat", "down", False, "The cat sat down"),
        ("The cat sat", ".", False, "The cat sat."),
        ("It was empty.", "she", False, "It was empty. She"),
        ("It was empty. ", "she", False, "It was empty. She"),
        ("It was empty.\n", "she", False, "It was empty.\nShe"),
        ("", "once", False, "Once"),
        ("Z", "ark", True, "Zark"),
        ("mom", "'", False, "mom'"),
        ('She said, "', "yes", False, 'She said, "yes'),
        ('She said, "yes.', '"', False, 'She said, "yes."'),
    ],
)
def test_a_guess_is_written_on_as_a_person_would_set_it(text, word, joined, written):
    assert edits.write_on(text, word, joined=joined) == written
