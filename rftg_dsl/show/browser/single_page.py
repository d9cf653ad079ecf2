"""A page as one HTML file that works offline and can run nothing but its own script."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256

from rftg_dsl.show.browser.markup import escape_fully


def render_single_page(title: str, body: str, style: str, *, room: str, images: str, script: str = "") -> str:
    """Return the file. ``body`` must be escaped; ``images`` are the schemes of addresses that images may have."""
    # The policy allows only this script and this style, by digest, so markup smuggled in by others is harmless.
    policy = "; ".join(
        (
            "default-src 'none'",
            *([f"script-src {digest_of(script)}"] if script else []),
            f"style-src {digest_of(style)}",
            f"img-src {images}",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{escape_fully(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{escape_fully(title)}</title>
<style>{style}</style>
</head>
<body class="{room}">
{body}
{f"<script>{script}</script>" if script else ""}
</body>
</html>
"""


def digest_of(text: str) -> str:
    """Return the digest of a script or style in CSP notation."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
