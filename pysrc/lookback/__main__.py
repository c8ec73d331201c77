"""``python -m lookback``."""

import sys

from lookback.cli import main

sys.exit(main())
