"""Which parts of the page a translation leaves alone, on small pieces of HTML."""

import pytest

from build_scripts.site.untranslated import untranslated

MARK = ' translate="no" lang="en"'


@pytest.mark.parametrize(
    ("html", "marked"),
    [
        ("<p>After “Lily” comes “so”.</p>", f"<p>After “<span{MARK}>Lily</span>” comes “<span{MARK}>so</span>”.</p>"),
        ("<p>“with <b>markup</b>”</p>", "<p>“with <b>markup</b>”</p>"),
        ("<code>x = “y”</code>", f"<code{MARK}>x = “y”</code>"),
        ('<td translate="no">1</td><tbody><tr>', f'<td translate="no">1</td><tbody{MARK}><tr>'),
        ('<pre class="a">“b”</pre> “c”', f'<pre{MARK} class="a">“b”</pre> “<span{MARK}>c</span>”'),
        ("<textarea rows=4>\n“Stop,” said</textarea>", f"<textarea{MARK} rows=4>\n“Stop,” said</textarea>"),
        ("<option>“a”</option>", "<option>“a”</option>"),
        ("<title>“a”</title>", "<title>“a”</title>"),
        ("<script>x = '“a”'</script>", "<script>x = '“a”'</script>"),
        ('<a title="“a”">b</a>', '<a title="“a”">b</a>'),
        ('<span class="role-name">Mia</span>', f'<span class="role-name"{MARK}>Mia</span>'),
        ('<output translate="no">1</output>', '<output translate="no">1</output>'),
    ],
)
def test_data_is_marked_and_nothing_else_is_touched(html, marked):
    assert untranslated(html) == marked
