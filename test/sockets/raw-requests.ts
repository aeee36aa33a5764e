/** Bytes for an HTTP server: valid requests, damaged requests, and other bytes. */

/** Returns a number in [0, 1). */
export type Random = () => number;

const pick = <One>(next: Random, from: readonly One[]): One => from[Math.floor(next() * from.length)] as One; // no list is empty
const upTo = (next: Random, most: number): number => Math.floor(next() * (most + 1));

const request = (line: string, headers: readonly string[] = [], body = ""): string =>
	`${line} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers.map((one) => `${one}\r\n`).join("")}${
		body === "" ? "" : `Content-Length: ${Buffer.byteLength(body)}\r\n`
	}\r\n${body}`;

const token = "PRIVATE-TOKEN: developer-token";
const json = "Content-Type: application/json";
const form = "Content-Type: application/x-www-form-urlencoded";
const multipart = "Content-Type: multipart/form-data; boundary=b";
const notes = "/api/v4/projects/acme%2Fweb/issues/1/notes";

/** Valid requests. Most of them succeed. */
const whole: readonly string[] = [
	request("GET /api/v4/user", [token]),
	request("GET /api/v4/projects/acme%2Fweb/pipelines?per_page=3&status=failed", [token]),
	request("HEAD /api/v4/groups/acme", [token]),
	request("OPTIONS /api/v4/groups/acme", ["Origin: https://a.example"]),
	request(`POST ${notes}`, [token, json], '{"body":"from a socket","internal":false}'),
	request(`POST ${notes}`, [token, form], "body=from+a+form&__proto__[x]=1"),
	request("PUT /api/v4/user/status", [token, json], '{"emoji":"coffee","message":"__proto__"}'),
	request(
		"PUT /api/v4/user/avatar",
		[token, multipart],
		'--b\r\nContent-Disposition: form-data; name="avatar"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n\u0089PNG\r\n--b--\r\n',
	),
	request(
		"POST /api/graphql",
		[token, json],
		'{"query":"query($n:Int){currentUser{id} projects(first:$n){nodes{id}}}","variables":{"n":2}}',
	),
	request(
		"POST /acme/web/alerts/notify/monitoring/19a079edcce63f87.json",
		["Authorization: Bearer 282e549dbef6efd95a1be6226c016e4a", json],
		'{"title":"x","severity":"high"}',
	),
	request("DELETE /api/v4/projects/acme%2Fweb/issues/1/notes/1120", ["PRIVATE-TOKEN: guest-token"]),
	`POST ${notes} HTTP/1.1\r\nHost: a\r\n${token}\r\n${json}\r\nTransfer-Encoding: chunked\r\n\r\n10\r\n{"body":"chunked\r\n2\r\n"}\r\n0\r\n\r\n`,
];

const paths: readonly string[] = [
	"/..",
	"/../../etc/passwd",
	"/api/v4/../../../x",
	"/api/v4/%2e%2e/%2e%2e/x",
	"//",
	"///api/v4/user",
	"/api/v4/groups/%00",
	"/api/v4/groups/%",
	"/api/v4/groups/%ff%fe",
	"/api/v4/groups/__proto__",
	"/api/v4/groups/constructor",
	"*",
	"http://",
	"http://[::1",
	"http://a:b@c/api/v4/user",
	"/_world/__proto__/api/v4/user",
	"/_world//api/v4/user",
	"/_world/%00/api/v4/user",
	"/uploads/../../x",
	"/uploads/-/system/user/avatar/1/..%2f..%2fx",
	"/api/v4/groups?x[__proto__][y]=1",
	"/api/v4/groups?per_page[]=1&per_page[a]=2",
	"/api/graphql?query={",
	"/api/v4/users?search=(a%2B)%2B$",
	"?",
	"#",
	"/api/v4/user;a=b",
	"\\api\\v4\\user",
];

const pieces: readonly string[] = [
	"\0",
	"\r",
	"\n",
	"\r\n\r\n",
	"\r\n",
	" ",
	"\t",
	":",
	"%",
	"%00",
	"../",
	"__proto__",
	'"',
	"{",
	"}",
	"[",
	"\u00ff\u00fe",
	"\u0080",
	"0",
	"-1",
	"ffffffffffffffff",
	"Transfer-Encoding: chunked\r\n",
	"Content-Length: 5\r\n",
	"Content-Length: -1\r\n",
	"Content-Length: 99999999999999999999\r\n",
	"Expect: 100-continue\r\n",
	"Expect: miracles\r\n",
	"Connection: upgrade\r\nUpgrade: websocket\r\n",
	"Connection: close\r\n",
	"Content-Encoding: gzip\r\n",
	"Host: \r\n",
	"Host: a b\r\n",
	"X-Mock-World: __proto__\r\n",
	"X-Mock-World: ../x\r\n",
	"Sudo: __proto__\r\n",
	"Accept: */\r\n",
	"Origin: null\r\n",
	"If-Unmodified-Since: never\r\n",
];

/** Requests that are too large, too deep, or contradictory. */
const oddities: readonly ((next: Random) => string)[] = [
	(next) => request("GET /api/v4/user", [token, `X-Large: ${"x".repeat(upTo(next, 40_000))}`]),
	(next) =>
		request(
			"GET /api/v4/user",
			Array.from({ length: upTo(next, 3_000) }, (_, at) => `X-${at}: ${at}`),
		),
	(next) => request(`GET /api/v4/groups/${"x".repeat(upTo(next, 30_000))}`, [token]),
	(next) => request(`GET /api/v4/groups?${"a[b]&".repeat(upTo(next, 2_500))}`, [token]),
	(next) => request(`GET /api/v4/groups?a${"[b]".repeat(upTo(next, 3_000))}=1`, [token]),
	(next) => request(`POST ${notes}`, [token, json], "[".repeat(upTo(next, 60_000))),
	(next) => request(`POST ${notes}`, [token, json], `${'{"a":'.repeat(upTo(next, 8_000))}1`),
	() =>
		request(
			`POST ${notes}`,
			[token, json],
			'{"__proto__":{"body":"x"},"constructor":{"prototype":{"x":1}},"body":{"toString":1}}',
		),
	(next) =>
		request("POST /api/graphql", [token, json], JSON.stringify({ query: `{${"a{".repeat(upTo(next, 4_000))}` })),
	(next) =>
		request(
			"POST /api/graphql",
			[token, json],
			JSON.stringify({ query: `{${"currentUser{id} ".repeat(upTo(next, 500))}}` }),
		),
	(next) =>
		request("POST /api/graphql", [token, json], `[${'{"query":"{currentUser{id}}"},'.repeat(upTo(next, 200))}1]`),
	(next) => request("PUT /api/v4/user/avatar", [token, multipart], "--b\r\n".repeat(upTo(next, 2_000))),
	(next) =>
		`POST ${notes} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${pick(next, ["zz", "-1", "fffffffffffffffff", "5;x=\r\n", "1\r\nab"])}\r\nabc\r\n0\r\n\r\n`,
	() =>
		`POST ${notes} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\nGET /api/v4/user HTTP/1.1\r\n\r\n`,
	() => `POST ${notes} HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
	() => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
	() => "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003",
	() => "GET /api/v4/user\r\n",
	() => "GET /api/v4/user HTTP/9.9\r\n\r\n",
	() => "CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: a\r\n\r\n",
	() => "TRACE / HTTP/1.1\r\nHost: a\r\n\r\n",
	(next) => request(`${pick(next, ["get", "", "G\0T", "PROPFIND", "PURGE", "QUERY", "X".repeat(300)])} /api/v4/user`),
	(next) => Array.from({ length: upTo(next, 400) }, () => String.fromCharCode(upTo(next, 255))).join(""),
];

/** Damages a text, in which each character is a byte, in one place. */
function harmed(next: Random, text: string): string {
	const at = upTo(next, text.length);
	const end = Math.min(text.length, at + upTo(next, 20));
	switch (upTo(next, 4)) {
		case 0:
			return text.slice(0, at) + String.fromCharCode(upTo(next, 255)) + text.slice(at + 1);
		case 1:
			return text.slice(0, at) + pick(next, pieces) + text.slice(at);
		case 2:
			return text.slice(0, at) + text.slice(end);
		case 3:
			return text.slice(0, end) + text.slice(at);
		default:
			// Most faults occur in header lines.
			return text.replace("\r\n", () => `\r\n${pick(next, pieces)}`);
	}
}

/** Returns one request, or other bytes in its place. */
function one(next: Random): string {
	const kind = next();
	if (kind < 0.35) return pick(next, whole);
	if (kind < 0.45)
		return request(`${pick(next, ["GET", "POST", "PUT", "DELETE", "PATCH"])} ${pick(next, paths)}`, [token]);
	if (kind < 0.5) return pick(next, oddities)(next);
	let text = pick(next, whole);
	for (let left = upTo(next, 3); left >= 0; left--) text = harmed(next, text);
	return text;
}

/** Returns the bytes of one connection, and the number of requests in them. */
export function conversationOf(next: Random): { requests: number; bytes: Buffer } {
	const requests = 1 + upTo(next, 15);
	const text = Array.from({ length: requests }, () => one(next)).join("");
	const cut = next() < 0.1 ? upTo(next, text.length) : text.length;
	return { requests, bytes: Buffer.from(text.slice(0, cut), "latin1") };
}
