import type { Context } from "../../rule/context";
import { assumed, rule } from "../../rule/rule";

const invalid = (name: string) => ({ error: `${name} is invalid` });

const made = async (t: Context, body: Record<string, unknown>, as: "json" | "form" | "multipart" | "query" = "json") => {
	const group_id = await t.given.groupId(t.scene("group"));
	const owner = t.as("owner");
	const answer = await owner.call("createUserRunner", { runner_type: "group_type", group_id, ...body }, { as });
	if (answer.status !== 201) return answer;
	const id = answer.number("id");
	t.undo(`runner ${id}`, () => owner.call("deleteRunner", { id }));
	return await owner.call("getRunner", { id });
};
const runners = { operations: ["createUserRunner"], effect: "writes" } as const;
const _users = { operations: ["listUsers"] } as const;

/** How values travel, and what is read from them. */
export const parameters = [
	rule("CONV-035", "A GET endpoint reads its parameters from the query string.", "listUsers", async (t) => {
		const answer = await t.as("owner").call("listUsers", { per_page: 2 });
		t.same("x-per-page", answer.is(200).header("x-per-page"), "2", answer);
	}),
	rule(
		"CONV-036",
		"A POST, PUT or PATCH endpoint gives the same result whether its parameters come as query string, form fields (urlencoded) or JSON body.",
		"createUserRunner",
		async (t) => {
			for (const as of ["json", "form", "query"] as const) {
				const description = t.unique("described");
				(await made(t, { description, paused: true }, as)).is(200).has({ description, paused: true });
			}
		},
		{ effect: "writes" },
	),
	assumed(
		"CONV-037",
		"multipart/form-data is accepted wherever form fields are, not only for file uploads.",
		"createUserRunner",
		async (t) => {
			const description = t.unique("described");
			(await made(t, { description, paused: true }, "multipart")).is(200).has({ description, paused: true });
		},
		{ effect: "writes" },
	),
	assumed(
		"CONV-038",
		"When one name appears in several places the path wins over the body, and the body over the query string.",
		["updateRunner"],
		async (t) => {
			const runner = await t.given.runner();
			const id = runner.number("id");
			const path = `/api/v4/runners/${id}?id=999999999&description=of-the-query`;
			const answer = await t.as("owner").send("PUT", path, { json: { id: 999_999_998, description: "of-the-body" } });
			answer.is(200).has({ id, description: "of-the-body" });
		},
		{ effect: "writes" },
	),
	assumed(
		"CONV-039",
		"Array parameters are read from `name[]=a&name[]=b` in query and form, and from a JSON array in a JSON body.",
		["updateRunner"],
		async (t) => {
			const id = (await t.given.runner()).number("id");
			for (const [as, tag_list] of [
				["json", ["ann", "ben"]],
				["form", ["cleo", "dan"]],
				["query", ["eve", "finn"]],
			] as const) {
				const answer = await t.as("owner").call("updateRunner", { id, tag_list }, { as });
				t.same(`tag_list as ${as}`, [...(answer.is(200).field("tag_list") as string[])].sort(), tag_list, answer);
			}
		},
		{ effect: "writes" },
	),
	assumed(
		"CONV-040",
		"Array parameters that declare it (tag_list, skip_groups, relation) also accept one comma-separated string.",
		["listRunners"],
		async (t) => {
			const tags = [t.unique("tag"), t.unique("tag")];
			const id = (await t.given.runner({ tag_list: tags.join(",") })).number("id");
			const list = async (tag_list: unknown) => (await t.as("owner").call("listRunners", { tag_list })).is(200).ids;
			t.same("as one text", await list(tags.join(",")), [id]);
			t.same("as an array", await list(tags), [id]);
			t.same("with another tag", await list(`${tags[0]},${t.unique("other")}`), []);
		},
		{ effect: "writes" },
	),
	assumed(
		"CONV-041",
		"Hash parameters are read from `name[key]=value` in query and form (custom_attributes[key], inputs[key], info[name]) and from a JSON object in a JSON body.",
		["listGroups", "registerRunner"],
		async (t) => {
			const all = await t.as("administrator").call("listGroups", { per_page: 100 });
			const some = await t.as("administrator").call("listGroups", { custom_attributes: { [t.unique("key")]: "none" } });
			t.same("groups with an attribute that none has", some.is(200).json, [], some);
			t.holds("there should be groups", all.is(200).items.length > 0, all);
			const info = { name: t.unique("machine"), version: "1.2.3" };
			const token = await t.given.registrationToken();
			for (const as of ["json", "form"] as const) {
				const answer = (await t.anonymous.call("registerRunner", { token, info }, { as })).is(201);
				const own = answer.string("token");
				t.undo("the runner", () => t.anonymous.call("deleteRunnerByToken", { token: own }));
				const read = await t.as("administrator").call("getRunner", { id: answer.number("id") });
				read.is(200).has({ name: info.name });
			}
		},
		{ effect: "writes" },
	),
	assumed(
		"CONV-042",
		"Array-of-hash parameters are read from `variables[0][key]=…` and `variables[][key]=…` as well as from a JSON array of objects.",
		["createPipeline"],
		async (t) => {
			const id = t.scene("project");
			const owner = t.as("owner");
			const path = `/api/v4/projects/${encodeURIComponent(id)}/pipeline`;
			const headers = { "content-type": "application/x-www-form-urlencoded" };
			for (const index of ["0", ""]) {
				const body = `ref=${t.scene("ref")}&variables[${index}][key]=ONE&variables[${index}][value]=first`;
				const pipeline_id = (await owner.send("POST", path, { body, headers })).is(201).number("id");
				t.undo(`pipeline ${pipeline_id}`, () => owner.call("deletePipeline", { id, pipeline_id }));
				const response = await owner.call("listPipelineVariables", { id, pipeline_id });
				t.same(
					"the variables",
					response.is(200).items.map(({ key, value }) => [key, value]),
					[["ONE", "first"]],
					response,
				);
			}
		},
		{ effect: "writes" },
	),
	assumed(
		"CONV-043",
		'String forms are coerced: "42" for an integer, "true"/"1"/"t"/"yes"/"on" and "false"/"0"/"f"/"no"/"off" for a boolean; any other text → 400 {"error":"<param> is invalid"}.',
		["updateRunner"],
		async (t) => {
			const id = (await t.given.runner()).number("id");
			const set = async (paused: string) => await t.as("owner").call("updateRunner", { id, paused }, { as: "form" });
			for (const text of ["true", "1", "t", "yes", "on"]) (await set(text)).is(200).has({ paused: true });
			for (const text of ["false", "0", "f", "no", "off"]) (await set(text)).is(200).has({ paused: false });
			(await set("perhaps")).refuses(400, invalid("paused"));
			const maximum_timeout = await t.as("owner").call("updateRunner", { id, maximum_timeout: "1200" });
			maximum_timeout.is(200).has({ maximum_timeout: 1200 });
		},
		{ effect: "writes" },
	),
	assumed(
		"CONV-044",
		"Parameters an endpoint does not declare are ignored without error.",
		["listUsers", "createUserRunner"],
		async (t) => {
			const plain = await t.as("owner").call("listUsers", { per_page: 3 });
			const more = await t.as("owner").call("listUsers", { per_page: 3, no_such_parameter: "x" });
			t.same("the list", more.is(200).json, plain.is(200).json, more);
			(await made(t, { no_such_field: { deep: [1] } })).is(200);
		},
		{ ...runners },
	),
	assumed(
		"CONV-049",
		"A JSON body nested deeper than 32 levels, or with an array or object of more than 50,000 entries, or over 100,000 elements in all → 400; at the limit it is accepted.",
		["replaceCurrentUserStatus"],
		async (t) => {
			const caller = t.as("administrator").sudo((await t.given.user()).number("id"));
			const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });
			const put = async (extra: unknown) => await caller.call("replaceCurrentUserStatus", { message: "x", extra });
			(await put(nested(31))).is(200);
			(await put(nested(33))).is(400);
			(await put(Array.from({ length: 50_000 }, () => 1))).is(200);
			(await put(Array.from({ length: 50_001 }, () => 1))).is(400);
			(await put([1, 2, 3].map(() => Array.from({ length: 40_000 }, () => 1)))).is(400);
		},
		{ effect: "writes" },
	),
];
