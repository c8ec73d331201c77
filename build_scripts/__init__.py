"""Commands that make what the package and the site are shipped with: each module here can be run.

`runtime` is what they know of Python in the browser, `site` of the page; the site's half uses the runtime's.
"""

from pathlib import Path

ROOT = Path(__file__).parent.parent
