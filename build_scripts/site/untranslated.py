"""What a browser that translates the page must leave alone: code, numbers, and words of the networks' own stories."""

from __future__ import annotations

import re

AS_IT_IS = ' translate="no" lang="en"'
WHOLE = re.compile(r"<(code|pre|tbody|output|textarea)\b(?![^>]*\btranslate=)")
NAMES = re.compile(r'<(span|dfn) class="role-name"(?![^>]*\btranslate=)')
# What holds no markup, or is marked already, is passed over whole; of everything else the tags.
PLAIN = "script|style|title|textarea|option|noscript|code|pre"
QUOTED = re.compile(rf"<({PLAIN})\b.*?</\1>|<[^>]*>|“([^”<]+)”", re.S)


def untranslated(html: str) -> str:
    """Mark code, tables' rows and names, and what stands in quotation marks: figure/words.js does so too."""
    html = NAMES.sub(rf'<\1 class="role-name"{AS_IT_IS}', WHOLE.sub(rf"<\1{AS_IT_IS}", html))
    return QUOTED.sub(lambda found: f"“<span{AS_IT_IS}>{found[2]}</span>”" if found[2] else found[0], html)
