import { writing as writes } from "../../generators/rest-operations";
import { planOf } from "../../plans/plan";
import type { Context } from "../../rule/context";
import { assumed, sharing, writing } from "../../rule/rule";
import { isInvalid, makePipeline, ofProject, unauthorized, unchanged } from "./lab";

/** A runner of the rule's own: how to read it, and how to update it with a body of any type. */
async function target(t: Context) {
	const id = (await t.given.runner({ description: t.unique("before") })).number("id");
	const owner = t.as("owner");
	return {
		read: [owner, "getRunner", { id }] as const,
		send: async (body: string | Uint8Array<ArrayBuffer>, type: string) =>
			await owner.send("PUT", `/api/v4/runners/${id}`, { body, headers: { "content-type": type } }),
	};
}

const deep = (levels: number): unknown => JSON.parse("[".repeat(levels) + "]".repeat(levels));
const many = (entries: number): readonly number[] => Array.from({ length: entries }, () => 0);
const wide = (entries: number) => Object.fromEntries(many(entries).map((value, index) => [`k${index}`, value]));
const json = { "content-type": "application/json" };

/** The DELETE operations without a body, which the rule calls on records of its own. */
const removals = writes.filter(({ verb, body, domain, tier }) => verb === "DELETE" && !body && domain !== "credentials" && !tier?.tier);

/** Request bodies: content types, limits and malformed bodies. */
export const bodies = [
	assumed("CONV-046", "A malformed JSON body is refused with 400 and changes nothing.", ["updateRunner"], async (t) => {
		const { read, send } = await target(t);
		const noText = new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]);
		const texts = ['{"paused": tru', "{'paused':true}", "paused=true", '{"paused":true} {}', '{"paused":true,}', "[".repeat(100_000), noText];
		await unchanged(t, read, async () => {
			for (const text of texts) (await send(text, "application/json")).is(400);
		});
		// Without credentials the response is 401, as for a valid body.
		(await t.anonymous.send("POST", ofProject(t, "/pipeline"), { body: "{", headers: json })).refuses(401, unauthorized);
	}),
	sharing({ tier: "free" }).assumed(
		"CONV-047",
		"An empty body with a JSON content type is accepted by operations that need no body parameter.",
		["retryPipeline", "cancelPipeline", ...removals.map(({ id }) => id)],
		async (t) => {
			const pipeline = await t.given.pipeline();
			const at = ofProject(t, `/pipelines/${pipeline.number("id")}`);
			const name = t.unique("name");
			for (const body of ["", " \n"]) {
				(await t.as("maintainer").send("POST", `${at}/cancel`, { body, headers: json })).ok;
				(await t.as("maintainer").send("POST", `${at}/retry`, { body, headers: json })).ok;
			}
			(await t.as("maintainer").send("PUT", `${at}/metadata?name=${name}`, { body: "", headers: json })).ok.has({ name });
			for (const row of removals) {
				const { caller, params } = await planOf(row, t);
				(await caller.with(json).call(row, params)).ok;
			}
		},
	),
	writing.assumed("CONV-048, ERR-061", "An Accept header with only unsupported formats is refused with 406.", "getRunner", async (t) => {
		const id = (await t.given.runner()).number("id");
		const owner = t.as("owner");
		for (const [accept, format] of Object.entries({
			"application/xml": "xml",
			"text/html; charset=utf-8": "html",
			"image/png, application/pdf;q=0.5": "png",
		})) {
			const refusal = { error: `The requested format '${format}' is not supported.` };
			(await owner.with({ accept }).call("getRunner", { id })).refuses(406, refusal);
			(await owner.with({ accept }).call("deleteRunner", { id })).refuses(406, refusal);
		}
		for (const accept of ["application/json", "*/*", "application/*", "text/html, application/json;q=0.9", "text/html, */*;q=0.1", ""])
			(await owner.with({ accept }).call("getRunner", { id })).is(200);
	}),
	assumed("CONV-049", "A JSON body has at most 32 levels, 50,000 entries in a list or object, and 100,000 elements.", ["updateRunner"], async (t) => {
		const { read, send } = await target(t);
		for (const [fits, over] of [
			[{ x: deep(31) }, { x: deep(32) }],
			[{ x: many(50_000) }, { x: many(50_001) }],
			[{ x: wide(50_000) }, { x: wide(50_001) }],
			// The three members of the body count too.
			[
				{ x: many(50_000), y: many(49_997) },
				{ x: many(50_000), y: many(49_998) },
			],
		]) {
			const description = t.unique("after");
			await unchanged(t, read, async () => void (await send(JSON.stringify({ description, ...over }), "application/json")).is(400));
			(await send(JSON.stringify({ description, ...fits }), "application/json")).is(200).has({ description });
		}
	}),
	assumed("CONV-042", "A list of objects is sent as name[0][key] or name[][key] in query and form, or as a list in JSON.", ["createPipeline"], async (t) => {
		const id = t.scene("project");
		const owner = t.as("owner");
		const expected = [
			["ONE", "1", "env_var"],
			["TWO", "2 & more", "file"],
			// An index may have two digits.
			...Array.from({ length: 10 }, (_, at) => [`MORE_${at}`, "", "env_var"] as const),
		] as const;
		const pairs = (index: (at: number) => string) =>
			new URLSearchParams([
				["ref", t.scene("ref")],
				...expected.flatMap(([key, value, type], at) =>
					[
						["key", key],
						["value", value],
						["variable_type", type],
					].map(([name, text]) => [`variables[${index(at)}][${name}]`, text ?? ""]),
				),
			]).toString();
		const headers = { "content-type": "application/x-www-form-urlencoded" };
		const variables = expected.map(([key, value, variable_type]) => ({ key, value, variable_type }));
		const responses = [await makePipeline(t, owner, id, { variables })];
		for (const text of [pairs(() => ""), pairs(String)])
			for (const [query, body] of Object.entries({ "": text, [`?${text}`]: "" }))
				responses.push(await owner.send("POST", ofProject(t, `/pipeline${query}`), { ...(body && { body, headers }) }));
		const made = responses.map((created) => created.ok.number("id"));
		for (const pipeline_id of made) t.undo(`pipeline ${pipeline_id}`, () => owner.call("deletePipeline", { id, pipeline_id }));
		for (const pipeline_id of made) {
			const response = (await owner.call("listPipelineVariables", { id, pipeline_id })).ok;
			const found = response.items.map((one) => [one.key, one.value, one.variable_type].join());
			t.same("the variables", found.sort(), expected.map((one) => one.join()).sort(), response);
		}
	}),
	assumed("CONV-043, ERR-041", "Booleans sent as text are case-insensitive. Digits sent as text are a number, in JSON too.", ["updateRunner"], async (t) => {
		const [owner, id] = [t.as("owner"), (await t.given.runner()).number("id")];
		for (const as of ["form", "json", "query"] as const) {
			for (const [paused, value] of [
				["TRUE", true],
				["False", false],
				["Yes", true],
			] as const)
				(await owner.call("updateRunner", { id, paused }, { as })).is(200).has({ paused: value });
			(await owner.call("updateRunner", { id, maximum_timeout: "1200" }, { as })).is(200).has({ maximum_timeout: 1200 });
			await unchanged(t, [owner, "getRunner", { id }], async () => {
				(await owner.call("updateRunner", { id, paused: "truth" }, { as })).refuses(400, isInvalid("paused"));
				(await owner.call("updateRunner", { id, maximum_timeout: "12h" }, { as })).refuses(400, isInvalid("maximum_timeout"));
			});
		}
	}),
];
