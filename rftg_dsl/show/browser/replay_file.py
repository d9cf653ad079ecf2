"""The replay page as a single HTML file that works offline."""

from __future__ import annotations

import gzip
import json
from base64 import b64encode

from rftg_dsl.show.browser.replay_data import Reel
from rftg_dsl.show.browser.single_page import render_single_page
from rftg_dsl.show.browser.static import ROOM, read_static


def render_page(reel: Reel) -> str:
    body = f"""{read_static("replay.html")}
<script type="application/octet-stream" id="data">{pack_reel(reel)}</script>"""
    script = "\n".join(map(read_static, ROOM))
    return render_single_page(title_of(reel), body, read_static("page.css"), room="room", images="blob:", script=script)


def title_of(reel: Reel) -> str:
    return f"{reel['title']}: {', '.join(reel['seats'])}"


def pack_reel(reel: Reel) -> str:
    """Pack a reel as gzipped JSON, encoded in base64."""
    text = json.dumps(reel, ensure_ascii=False, separators=(",", ":"))
    # Without a timestamp, the same game always produces the same bytes.
    return b64encode(gzip.compress(text.encode(), mtime=0)).decode()
