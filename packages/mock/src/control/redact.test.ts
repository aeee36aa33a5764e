import { expect, test } from "vitest";
import { redactBody, redactHeaders, redactUrl, redactValue } from "./redact";

test.each([
	"token",
	"private_token",
	"runners_token",
	"password",
	"client_secret",
	"pin",
	"support_pin",
	"key",
	"api_key",
	"runnersToken",
	"supportPin",
	"apiKey",
])("the value of %s is hidden at every depth", (name) => {
	expect(redactValue({ a: [{ [name]: "s3cret" }] })).toEqual({ a: [{ [name]: "[hidden]" }] });
	expect(redactUrl(`/x?page=1&${name}=s3cret&a[${name}]=s3cret`)).toBe(
		`/x?page=1&${name}=[hidden]&a[${name}]=[hidden]`,
	);
	expect(redactBody(`${name}=s3cret&page=1`, "application/x-www-form-urlencoded")).toBe(`${name}=[hidden]&page=1`);
});

test.each([
	"groupKey",
	"group_key",
	"sortKey",
	"monkey",
	"pinned",
	"tokens_count",
	"opinion",
	"keyword",
	"body",
	"spinning",
])("the value of %s is not a secret", (name) => {
	expect(redactValue({ [name]: "shown" })).toEqual({ [name]: "shown" });
	expect(redactUrl(`/x?${name}=shown`)).toBe(`/x?${name}=shown`);
});

test("what is empty, true or null hides nothing", () => {
	expect(redactValue({ token: null, key: "", password: true })).toEqual({ token: null, key: "", password: true });
});

test("further names are hidden where they are given", () => {
	expect(redactBody('{"code":"s3cret","body":"shown"}', "application/json", ["code"])).toEqual({
		code: "[hidden]",
		body: "shown",
	});
});

test("of a variable the value is hidden, and its key is shown", () => {
	expect(redactValue([{ key: "PLACE", value: "s3cret" }])).toEqual([{ key: "PLACE", value: "[hidden]" }]);
	expect(redactBody("variables[][key]=PLACE&variables[][value]=s3cret", "application/x-www-form-urlencoded")).toBe(
		"variables[][key]=PLACE&variables[][value]=[hidden]",
	);
});

test("credentials in addresses and headers are hidden", () => {
	expect(redactUrl("https://user:s3cret@a.test/x?token=s3cret#y")).toBe("https://a.test/x?token=[hidden]");
	expect(
		redactHeaders({
			authorization: "Bearer s3cret",
			"private-token": "s3cret",
			cookie: "a=s3cret",
			link: '<https://a.test/?private_token=s3cret&page=2>; rel="next"',
			accept: "*/*",
		}),
	).toEqual({
		authorization: "[hidden]",
		"private-token": "[hidden]",
		cookie: "[hidden]",
		link: '<https://a.test/?private_token=[hidden]&page=2>; rel="next"',
		accept: "*/*",
	});
});

test("shows bodies that are not text by their size", () => {
	expect(redactBody(new Uint8Array([255, 254]))).toBe("[2 bytes]");
	expect(redactBody("--x", "multipart/form-data; boundary=x")).toBe("[multipart, 3 bytes]");
	expect(redactBody('{"token":"half', "application/json")).toBe("[broken JSON, 14 characters]");
	expect(redactBody("plain", "text/plain")).toBe("plain");
	expect([redactBody(null), redactBody(""), redactBody(undefined)]).toEqual([undefined, undefined, undefined]);
});

test("a name of the prototype's stays a name", () => {
	const redacted = redactValue(JSON.parse('{"__proto__":{"token":"s3cret"},"constructor":1}'));
	expect(JSON.stringify(redacted)).toBe('{"__proto__":{"token":"[hidden]"},"constructor":1}');
});
