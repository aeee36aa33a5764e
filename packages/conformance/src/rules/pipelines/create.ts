import type { Params } from "../../rule/address";
import { type Check, check } from "../../rule/rule";
import { all, create, get, inVain, list, tryRefs } from "./lab";

const base = (text: string) => ({ message: { base: [text] } });

/** Refused, and nothing is made. */
const refused = (claim: string, params: readonly Params[], status: number, body?: unknown): Check =>
	check(claim, async (t) => {
		for (const one of params) (await inVain(t, () => create(t, one))).refuses(status, body);
	});

const variable = { key: "A", value: "1" };
const inputs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`i${index}`, index]));

/** Making pipelines. */
export const pipelineCreation: readonly Check[] = [
	check("PIPE-060", async (t) => {
		const ref = t.scene("tag_name");
		for (const as of ["query", "form", "json"] as const) (await create(t, { ref }, undefined, { as })).ok.has({ ref });
	}),
	check("PIPE-175", async (t) => {
		const before = (await all(t)).map(({ iid }) => iid);
		const made = (await create(t)).ok.has({ status: "pending" });
		t.holds("the iid should be new", !before.includes(made.number("iid")), made);
	}),
	check("PIPE-176", async (t) => {
		(await create(t)).ok.has({ before_sha: "0".repeat(40) });
	}),
	check("PIPE-177", async (t) => {
		for (const ref of [t.scene("ref"), t.scene("tag_name")]) {
			const made = (await create(t, { ref })).ok.has({ ref });
			const { id, iid, sha } = made.fields;
			(await get(t, id)).has({ id, iid, sha, ref });
			const listed = (await list(t)).is(200);
			t.same("the newest pipeline in the list", listed.items[0]?.id, id, listed);
			const latest = await t.as("maintainer").call("getLatestPipeline", { id: t.scene("project"), ref });
			latest.is(200).has({ sha });
		}
	}),
	check("PIPE-178", async (t) => {
		for (const ref of [t.scene("ref"), t.scene("tag_name")]) {
			const made = (await create(t, { ref })).ok;
			const latest = await t.as("maintainer").call("getLatestPipeline", { id: t.scene("project"), ref });
			latest.is(200).has({ id: made.field("id") });
		}
	}),
	check("PIPE-179", async (t) => {
		const { id, username } = t.user("maintainer");
		const made = (await create(t, {}, t.as("administrator").sudo(id))).ok;
		t.same("the user", Object(made.field("user")).username, username, made);
	}),
	refused(
		"PIPE-180",
		[{ value: "1" }, { key: "A-B", value: "1" }, { key: "A B", value: "1" }].map((one) => ({ variables: [one] })),
		400,
	),
	check("PIPE-181", async (t) => {
		for (const ref of [t.scene("ref"), t.scene("tag_name")]) (await create(t, { ref })).ok.has({ ref });
	}),
	check("PIPE-182", async (t) => {
		const made = (await create(t, { source: "merge_request_event", merge_request_iid: 1 })).ok;
		const { source } = (await get(t, made.number("id"))).fields;
		t.holds("the source should not be merge_request_event", source !== "merge_request_event", made);
	}),
	check("PIPE-183", async (t) => {
		const made = (await create(t)).is(201);
		made.has({ yaml_errors: null, started_at: null, finished_at: null, duration: null, coverage: null });
		t.same("the user", Object(made.field("user")).id, t.user("maintainer").id, made);
	}),
	check("PIPE-184", async (t) => {
		const variables = [variable, { key: "CONFIG", value: "text", variable_type: "file" }];
		const pipeline_id = (await create(t, { variables })).ok.number("id");
		const told = await t.as("maintainer").call("listPipelineVariables", { id: t.scene("project"), pipeline_id });
		const read = new Map(told.is(200).items.map(({ key, value }) => [key, value]));
		t.same(
			"the variables",
			[...read].sort(),
			[
				["A", "1"],
				["CONFIG", "text"],
			],
			told,
		);
	}),
	check("PIPE-185", async (t) => {
		(await create(t, { variables: [variable], inputs: { a: 1 } })).is(201).lacks("variables", "inputs");
	}),
	check("PIPE-186", async (t) => {
		const pipeline_id = (await create(t, { variables: [variable] })).ok.number("id");
		const told = await t.as("maintainer").call("listPipelineVariables", { id: t.scene("project"), pipeline_id });
		t.same("the variable's type", told.is(200).items[0]?.variable_type ?? "env_var", "env_var", told);
		t.same("the number of variables", told.items.length, 1, told);
	}),
	refused("PIPE-187", [{ variables: [{ ...variable, variable_type: "secret" }] }], 400, {
		error: "variables[0][variable_type] does not have a valid value",
	}),
	refused("PIPE-188", [{ variables: "A=1" }, { variables: { A: "1" } }], 400, { error: "variables is invalid" }),
	refused(
		"PIPE-189",
		[{ variables: [variable, { key: "B", value: "" }, variable] }],
		400,
		base("Duplicate variable name: A"),
	),
	check("PIPE-191", async (t) => {
		const given = { environment: "staging", replicas: 2, dry_run: false, regions: ["eu", "us"] };
		(await create(t, { inputs: given })).ok;
	}),
	check("PIPE-192", async (t) => {
		(await create(t, { inputs: inputs(20) })).is(201);
		const tooMany = await inVain(t, () => create(t, { inputs: inputs(21) }));
		tooMany.refuses(400, base("There cannot be more than 20 inputs"));
		(await inVain(t, () => create(t, { inputs: "a=1" }))).refuses(400, { error: "inputs is invalid" });
	}),
	refused("PIPE-193", [{ ref: undefined }, { ref: undefined, variables: [variable] }], 400, {
		error: "ref is missing",
	}),
	check("PIPE-194", async (t) => {
		const told = await inVain(t, () => create(t, { ref: t.unique("no-ref") }));
		t.holds("the pipeline should be refused", told.status >= 400 && told.status < 500, told);
	}),
	check("PIPE-195", async (t) => {
		const told = await inVain(t, () => create(t, { ref: t.unique("no-ref") }));
		told.refuses(400, base("Reference not found"));
	}),
	check("PIPE-200", async (t) => {
		const first = (await create(t)).is(201);
		(await create(t, { ref: t.unique("no-ref") })).is(400);
		(await create(t, { variables: [{ key: "a b", value: "" }] })).is(400);
		const second = (await create(t)).is(201);
		t.same("the next iid", second.number("iid"), first.number("iid") + 1, second);
	}),
	check("PIPE-201", async (t) => {
		const { closed, made } = await tryRefs(t);
		const ref = made.string("ref");
		for (const who of ["maintainer", "owner"] as const) (await create(t, { ref }, t.as(who))).is(201);
		if (!closed) return;
		const { base: told } = Object(closed.refusal.refuses(400).field("message"));
		const start = "You do not have sufficient permission to run a pipeline on";
		const begins = Array.isArray(told) && String(told[0]).startsWith(start);
		t.holds(`the message should begin "${start}"`, begins, closed.refusal);
		(await create(t, { ref: closed.ref })).is(201);
	}),
	check("PIPE-202", async (t) => {
		for (const who of ["reporter", "guest"] as const)
			(await inVain(t, () => create(t, {}, t.as(who)))).refuses(403, { message: "403 Forbidden" });
		const hidden = await create(t, { id: t.scene("private_project") }, t.as("outsider"));
		hidden.refuses(404, { message: "404 Project Not Found" });
		(await inVain(t, () => create(t, {}, t.anonymous))).refuses(401, { message: "401 Unauthorized" });
	}),
];
