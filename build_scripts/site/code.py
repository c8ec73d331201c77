"""Program text as lines of HTML: keywords, comments and names marked for the page's colors."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from markupsafe import Markup, escape
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Literal, Name, Operator, Token

CLASSES = {
    Comment: "c",
    Literal.String: "s",
    Literal.String.Doc: "c",
    Literal.Number: "m",
    Keyword: "k",
    Operator.Word: "k",
    Name.Function: "f",
    Name.Class: "f",
}
ARROW = re.compile("[-=]&gt;")  # as escaped; no line breaks within it


def code_lines(text: str, language: str, roles: Mapping[str, str] | None = None) -> list[Markup]:
    """Each line of a program as HTML. roles: names in it -> the role whose color they have all over the page."""
    lines = [Markup()]
    for kind, words in get_lexer_by_name(language, stripnl=False).get_tokens(text):
        css = _role(kind, words, roles or {}) or _class(kind)
        for number, piece in enumerate(words.split("\n")):
            if number:
                lines.append(Markup())
            if piece:
                lines[-1] += Markup('<span class="{}">{}</span>').format(css, piece) if css else escape(piece)
    n_lines = len(text.rstrip("\n").split("\n"))
    return [Markup(ARROW.sub(r'<span class="o">\g<0></span>', str(line))) for line in lines[:n_lines]]


def _role(kind, words: str, roles: Mapping[str, str]) -> str:
    name = words.strip("\"'")
    is_name = kind in Name or (kind in Literal.String and kind not in Literal.String.Doc)
    return f"role-{roles[name]}" if is_name and name in roles else ""


def _class(kind) -> str:
    return next((CLASSES[each] for each in _upwards(kind) if each in CLASSES), "")


def _upwards(kind) -> Iterator:
    while kind is not Token:
        yield kind
        kind = kind.parent
