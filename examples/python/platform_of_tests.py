"""The platform that TENON_BASE_URL names, for pytest: a world for each test, seeded over HTTP."""

import json
import os
import urllib.request


class World:
    """An isolated platform, which starts with the seed of tenon-mock."""

    def __init__(self, name):
        self.headers = {"X-Mock-World": name, "Content-Type": "application/json"}
        self.base_url = os.environ["TENON_BASE_URL"]

    def send(self, method, path, body=None, **headers):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base_url + path, data, {**self.headers, **headers}, method=method)
        with urllib.request.urlopen(request, timeout=30) as response:
            return json.loads(response.read() or "null")

    def seed(self, records):
        """Adds records of any kind; returns their ids and keys."""
        return self.send("POST", "/_mock/seed", records)

    def get(self, path, user):
        return self.send("GET", f"/api/v4{path}", **{"PRIVATE-TOKEN": f"{user}-token"})
