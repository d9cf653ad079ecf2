"""The replay page as a single HTML file that works offline."""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from hashlib import sha256
from html import escape

from rftg_dsl.show.browser.replay_data import Reel
from rftg_dsl.show.browser.static import read_static

SCRIPTS = ("film.js", "page.js", "table.js", "replay.js")
"""The page's scripts, in dependency order."""


def render_page(reel: Reel) -> str:
    style, script = read_static("page.css"), "\n".join(read_static(name) for name in SCRIPTS)
    # The policy allows only this script and this style, by digest, so markup smuggled in by a log is harmless.
    policy = "; ".join(
        (
            "default-src 'none'",
            f"script-src {digest_of(script)}",
            f"style-src {digest_of(style)}",
            "img-src blob:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{escape(title_of(reel))}</title>
<style>{style}</style>
</head>
<body class="room">
{read_static("replay.html")}
<script type="application/octet-stream" id="data">{pack_reel(reel)}</script>
<script>{script}</script>
</body>
</html>
"""


def title_of(reel: Reel) -> str:
    return f"{reel['title']}: {', '.join(reel['seats'])}"


def pack_reel(reel: Reel) -> str:
    """Pack a reel as gzipped JSON, encoded in base64."""
    text = json.dumps(reel, ensure_ascii=False, separators=(",", ":"))
    # Without a timestamp, the same game always produces the same bytes.
    return b64encode(gzip.compress(text.encode(), mtime=0)).decode()


def digest_of(text: str) -> str:
    """Return the digest of a script or style in CSP notation."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
