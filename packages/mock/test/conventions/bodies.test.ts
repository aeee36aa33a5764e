import { expect, test } from "vitest";
import { lab } from "../support/lab";
import { world } from "../support/world";

/** A lab with a pipeline, and a way to send its naming as it is. */
function naming() {
	const made = lab();
	const { id } = made.pipeline({ name: "Before" });
	const path = `${made.at}/${id}/metadata`;
	return {
		...made,
		path,
		send: (body: BodyInit, type: string) =>
			made.refused("owner", "PUT", path, { body, headers: { "content-type": type } }),
		name: async () => (await made.get(`/${id}`)).body.name,
	};
}

test.each(["text/plain", "application/xml", "application/octet-stream", "text/csv; charset=utf-8"])(
	"CONV-045, ERR-061 a body of type %s",
	async (type) => {
		const { name, send } = naming();
		const told = await send('{"name":"After"}', type);
		expect(told).toMatchObject({ status: 415, unchanged: true });
		expect(told.body).toEqual({ error: `The provided content-type '${type.split(";")[0]}' is not supported.` });
		expect(await name()).toBe("Before");
	},
);

test.each(['{"name":', "{'name':'After'}", "name=After", "{} {}", "\u0000", '{"name":"\ud800"', "[".repeat(100_000)])(
	"CONV-046 a body that is no JSON: %.20j",
	async (text) => {
		const { name, send } = naming();
		const told = await send(text, "application/json");
		expect(told).toMatchObject({ status: 400, unchanged: true });
		expect(await name()).toBe("Before");
	},
);

test("CONV-046 bytes that are no UTF-8", async () => {
	const { name, send } = naming();
	const told = await send(new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), "application/json");
	expect(told).toMatchObject({ status: 400, unchanged: true });
	expect(await name()).toBe("Before");
});

test("CONV-047 an empty JSON body where nothing is needed", async () => {
	const { ask, at, pipeline } = lab();
	const { id } = pipeline({ status: "running" });
	const headers = { "content-type": "application/json" };
	for (const body of ["", " \n"]) {
		expect((await ask("owner", "POST", `${at}/${id}/retry`, { body, headers })).status).toBe(201);
		expect((await ask("owner", "POST", `${at}/${id}/cancel`, { body, headers })).status).toBe(200);
	}
	const named = await ask("owner", "PUT", `${at}/${id}/metadata?name=Named`, { body: "", headers });
	expect([named.status, named.body.name]).toEqual([200, "Named"]);
});

test.each([
	["application/xml", "xml"],
	["text/html", "html"],
	["image/png, application/pdf;q=0.5", "png"],
])("CONV-048, ERR-061 Accept: %s is not served", async (accept, format) => {
	const { at, pipeline, refused } = lab();
	const { id } = pipeline();
	const reading = await refused("owner", "GET", at, { headers: { accept } });
	expect([reading.status, reading.body]).toEqual([
		406,
		{ error: `The requested format '${format}' is not supported.` },
	]);
	const writing = await refused("owner", "DELETE", `${at}/${id}`, { headers: { accept } });
	expect(writing).toMatchObject({ status: 406, unchanged: true });
});

test.each([
	"application/json",
	"*/*",
	"application/*",
	"text/html, application/json;q=0.9",
	"text/html, */*;q=0.1",
	"",
])("CONV-048 Accept: %j is", async (accept) => {
	const { ask, at } = lab();
	expect((await ask("owner", "GET", at, { headers: { accept } })).status).toBe(200);
});

/** A JSON value of so many levels: the whole body has one more. */
const deep = (levels: number): unknown => JSON.parse("[".repeat(levels) + "]".repeat(levels));
const many = (entries: number): number[] => Array.from({ length: entries }, () => 0);
const wide = (entries: number) => Object.fromEntries(many(entries).map((value, index) => [`k${index}`, value]));

test.each<[string, object, object]>([
	["levels", { name: "After", x: deep(31) }, { name: "After", x: deep(32) }],
	["entries of a list", { name: "After", x: many(50_000) }, { name: "After", x: many(50_001) }],
	["entries of an object", { name: "After", x: wide(50_000) }, { name: "After", x: wide(50_001) }],
	// The three members of the body count too.
	[
		"elements in all",
		{ name: "After", x: many(50_000), y: many(49_997) },
		{ name: "After", x: many(50_000), y: many(49_998) },
	],
])("CONV-049 as many %s as a body may have, and one more", async (_what, fits, over) => {
	const { name, send } = naming();
	const refused = await send(JSON.stringify(over), "application/json");
	expect(refused).toMatchObject({ status: 400, unchanged: true });
	expect(await name()).toBe("Before");
	expect((await send(JSON.stringify(fits), "application/json")).status).toBe(200);
	expect(await name()).toBe("After");
});

test("CONV-046 a body that cannot be read is told only to who may come in", async () => {
	const { ask } = world();
	const headers = { "content-type": "application/json" };
	const told = await ask(null, "POST", "/projects/acme%2Fweb/pipeline", { body: "{", headers });
	expect([told.status, told.body]).toEqual([401, { message: "401 Unauthorized" }]);
});
