"""What a browser that translates the page must leave alone: code, numbers, and words of the networks' own stories."""

from __future__ import annotations

import re

AS_IT_IS = ' translate="no" lang="en"'
WHOLE = re.compile(r"<(code|pre|tbody|output|textarea)\b(?![^>]*\btranslate=)")
NAMES = re.compile(r'<(span|dfn) class="role-name"(?![^>]*\btranslate=)')
# Scripts and drawings are passed over whole, of everything else the tags.
MARKUP = re.compile(r"(<script\b.*?</script>|<noscript>.*?</noscript>|<code\b.*?</code>|<pre\b.*?</pre>|<[^>]*>)", re.S)
QUOTED = re.compile(r"“([^”<]+)”")


def untranslated(html: str) -> str:
    """Mark code, tables' rows and names, and what stands in quotation marks: figure/words.js does so too."""
    html = NAMES.sub(rf'<\1 class="role-name"{AS_IT_IS}', WHOLE.sub(rf"<\1{AS_IT_IS}", html))
    parts = MARKUP.split(html)
    return "".join(part if i % 2 else QUOTED.sub(rf"“<span{AS_IT_IS}>\1</span>”", part) for i, part in enumerate(parts))
