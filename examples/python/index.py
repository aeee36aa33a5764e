#!/usr/bin/env python3
"""How reliable are a project's branches? Reads all pipelines, page by page, with nothing but Python's own library.

Usage: index.py [--project <path>] [--help]

  --project <path>  Default acme/web.

Environment:
  TENON_BASE_URL  The platform's URL, such as http://127.0.0.1:4010 for tenon-mock serve.
  TENON_TOKEN     An access token.
"""

import json
import os
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter, defaultdict


def get(url, token, attempts=3):
    """One page: its items, and the URL of the next one. Temporary failures are retried; Retry-After is respected."""
    request = urllib.request.Request(url, headers={"PRIVATE-TOKEN": token, "Accept": "application/json"})
    for attempt in range(1, attempts + 1):
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                following = re.search(r'<([^>]+)>;\s*rel="next"', response.headers.get("Link", ""))
                return json.load(response), following and following.group(1)
        except urllib.error.HTTPError as error:
            if attempt == attempts or error.code not in (429, 500, 502, 503, 504):
                raise
            pause = error.headers.get("Retry-After", "")
            time.sleep(int(pause) if pause.isdigit() else 0.5 * 2**attempt)


def pipelines(base_url, token, project):
    """All pipelines of a project, newest first."""
    url = f"{base_url}/api/v4/projects/{urllib.parse.quote(project, safe='')}/pipelines?per_page=25"
    while url:
        # Links may name another server, which must not get the token.
        if not url.startswith(f"{base_url}/"):
            raise ValueError(f"The next page is on another server: {url}")
        page, url = get(url, token)
        yield from page


def main(args):
    if "--help" in args or "-h" in args:
        print(__doc__.strip())
        return 0
    if args and (args[0] != "--project" or len(args) != 2):
        print(f"Wrong arguments: {' '.join(args)}. See --help.", file=sys.stderr)
        return 2
    project = args[1] if args else "acme/web"
    base_url, token = os.environ.get("TENON_BASE_URL", "").rstrip("/"), os.environ.get("TENON_TOKEN", "")
    if not base_url or not token:
        print("Set TENON_BASE_URL and TENON_TOKEN. See --help.", file=sys.stderr)
        return 2
    branches = defaultdict(Counter)
    try:
        for pipeline in pipelines(base_url, token, project):
            branches[pipeline["ref"]][pipeline["status"]] += 1
    except urllib.error.HTTPError as error:
        print(f"{error.code} {error.reason}: are the project {project} and the token right?", file=sys.stderr)
        return 1
    except urllib.error.URLError as error:
        print(f"No response from {base_url}: {error.reason}", file=sys.stderr)
        return 1
    print(f"{'branch':<10} {'pipelines':>9} {'success':>8} {'failed':>7}  reliable")
    for name, counts in sorted(branches.items()):
        ended = counts["success"] + counts["failed"]
        rate = f"{100 * counts['success'] / ended:.0f} %" if ended else "–"
        print(f"{name:<10} {sum(counts.values()):>9} {counts['success']:>8} {counts['failed']:>7}  {rate:>8}")
    print(f"{sum(sum(counts.values()) for counts in branches.values())} pipelines of {project}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
