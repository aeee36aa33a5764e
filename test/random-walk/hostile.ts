/** Hostile values and names for parameters. */

/** A piece of JSON that is not a JavaScript value. */
export class JsonPiece {
	readonly json: string;

	constructor(json: string) {
		this.json = json;
	}
}

export const hostileTexts: readonly string[] = [
	"",
	" ",
	"\t\n",
	"null",
	"undefined",
	"NaN",
	"[object Object]",
	"true",
	"-1",
	"0",
	"007",
	"1.5",
	"1e309",
	"0x10",
	"٣",
	"2147483648",
	"9007199254740993",
	"999999999999999999",
	"99999999999999999999999",
	"__proto__",
	"constructor",
	"toString",
	"hasOwnProperty",
	"../../etc/passwd",
	"..",
	"a/b",
	"%",
	"%2e%2e%2f",
	"\\",
	"<script>alert(1)</script>",
	"'; DROP TABLE users; --",
	// biome-ignore lint/suspicious/noTemplateCurlyInString: a text that a template engine would evaluate
	"${7*7}",
	"(a+)+$",
	"[",
	"*",
	".",
	",",
	",,,",
	"self",
	"\u0000",
	"a\u0000b",
	"\ud800",
	"x\udfffy",
	"\u202e",
	"\ufeff",
	"🚀",
	"ÅÄÖ ß İ",
	"\r\nX-Injected: yes",
	"a".repeat(256),
	"a b ".repeat(400),
	"@".repeat(5_000),
	"/".repeat(5_000),
	"x".repeat(70_000),
	"2026-13-45",
	"2026-02-30T00:00:00Z",
	"2026-01-05T25:00:00Z",
	"0000-01-01T00:00:00+14:00",
	"0000-01-01",
	"9999-12-31T23:59:59-14:00",
	"9999-12-31",
	"-000001-01-01T00:00:00Z",
	"+275760-09-13T00:00:00Z",
	"1969-12-31T23:59:59.999999999Z",
];

const huge = Number.MAX_SAFE_INTEGER;

export const hostileNumbers: readonly number[] = [
	0,
	-1,
	0.5,
	-0.5,
	2 ** 31 - 1,
	2 ** 31,
	-(2 ** 31),
	huge,
	huge + 2,
	-huge,
	1e21,
	-1e300,
	1.7976931348623157e308,
	5e-324,
];

/** Returns a value that is nested in `levels` lists. */
export const deepList = (levels: number): JsonPiece => new JsonPiece("[".repeat(levels) + "]".repeat(levels));

export const hostilePieces: readonly JsonPiece[] = [
	new JsonPiece("1e999"),
	new JsonPiece("-1e999"),
	new JsonPiece("-0"),
	new JsonPiece("123456789012345678901234567890"),
	new JsonPiece('"\\u0000"'),
	new JsonPiece('"\\ud83d"'),
	new JsonPiece('{"__proto__":{"admin":true}}'),
	new JsonPiece('{"constructor":{"prototype":{"admin":true}}}'),
	new JsonPiece('{"toString":1,"valueOf":2,"toJSON":3,"length":-1,"then":4}'),
	deepList(30),
	deepList(40),
	deepList(2_000),
];

/** Parameter names that careless code treats in a special way. */
export const hostileNames: readonly string[] = [
	"__proto__",
	"__proto__[admin]",
	"constructor[prototype][admin]",
	"toString",
	"hasOwnProperty",
	"",
	"[]",
	"[a]",
	"a[",
	"a]",
	"a[]b",
	"a[][][]",
	"a[0][0][0]",
	"a[9999][b]",
	"a[999999999][b]",
	`deep${"[x]".repeat(40)}`,
	"\u0000",
	"sudo[]",
	"private_token[]",
	"access_token[x]",
	"page[]",
	"per_page[x]",
	"custom_attributes[__proto__]",
	"custom_attributes[constructor]",
];

/** Pieces of a query or form that are not pairs, or that have invalid escapes. */
export const hostilePairs: readonly string[] = [
	"%",
	"%zz=1",
	"a=%",
	"a=%c3%28",
	"a=%ff",
	"%00=%00",
	"a=%00",
	"=",
	"==",
	"&&&",
	"=a",
	"a==b",
	"+=+",
	"a;b=c",
	"?",
	"%5B%5D=1",
	"page=1&page=2",
	"search[]=a&search[b]=c&search=d",
	"\ud800=1",
	"é=ü",
];
