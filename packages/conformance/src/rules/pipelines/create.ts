import type { Params } from "../../rule/address";
import { byClaim } from "../../rule/by-claim";
import { assumed, type Rule, rule } from "../../rule/rule";
import { all, create, get, inVain, list, tryRefs } from "./lab";

const base = (text: string) => ({ message: { base: [text] } });

/** Refused, and nothing is made. */
const refused = (claim: string, params: readonly Params[], status: number, body?: unknown): Rule =>
	byClaim(claim, async (t) => {
		for (const one of params) (await inVain(t, () => create(t, one))).refuses(status, body);
	});

const variable = { key: "A", value: "1" };
const inputs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`i${index}`, index]));

/** Making pipelines. */
export const pipelineCreation: readonly Rule[] = [
	rule("PIPE-060", "ref given as query parameter, as form field or in a JSON body has the same effect.", "createPipeline", async (t) => {
		const ref = t.scene("tag_name");
		for (const as of ["query", "form", "json"] as const) (await create(t, { ref }, undefined, { as })).ok.has({ ref });
	}),
	rule("PIPE-175", "A valid ref creates a pipeline with status pending and a new iid of its own.", "createPipeline", async (t) => {
		const before = (await all(t)).map(({ iid }) => iid);
		const made = (await create(t)).ok.has({ status: "pending" });
		t.holds("the iid should be new", !before.includes(made.number("iid")), made);
	}),
	rule("PIPE-176", "before_sha of the created pipeline is 40 zeros.", "createPipeline", async (t) => {
		(await create(t)).ok.has({ before_sha: "0".repeat(40) });
	}),
	rule(
		"PIPE-177",
		"The created pipeline has the ref sent, and sha of that ref's latest commit; it can be read back by get and list.",
		"createPipeline",
		async (t) => {
			for (const ref of [t.scene("ref"), t.scene("tag_name")]) {
				const made = (await create(t, { ref })).ok.has({ ref });
				const { id, iid, sha } = made.fields;
				(await get(t, id)).has({ id, iid, sha, ref });
				const listed = (await list(t)).is(200);
				t.same("the newest pipeline in the list", listed.items[0]?.id, id, listed);
				const latest = await t.as("maintainer").call("getLatestPipeline", { id: t.scene("project"), ref });
				latest.is(200).has({ sha });
			}
		},
	),
	rule("PIPE-178", "After creation on ref X getLatestPipeline with ref=X returns that pipeline.", "createPipeline", async (t) => {
		for (const ref of [t.scene("ref"), t.scene("tag_name")]) {
			const made = (await create(t, { ref })).ok;
			const latest = await t.as("maintainer").call("getLatestPipeline", { id: t.scene("project"), ref });
			latest.is(200).has({ id: made.field("id") });
		}
	}),
	assumed("PIPE-179", "With sudo an administrator creates it for another user: user is that user.", "createPipeline", async (t) => {
		const { id, username } = t.user("maintainer");
		const made = (await create(t, {}, t.as("administrator").sudo(id))).ok;
		t.same("the user", Object(made.field("user")).username, username, made);
	}),
	refused(
		"PIPE-180",
		[{ value: "1" }, { key: "A-B", value: "1" }, { key: "A B", value: "1" }].map((one) => ({ variables: [one] })),
		400,
	),
	rule("PIPE-181", "A tag name is accepted as ref as well as a branch name.", "createPipeline", async (t) => {
		for (const ref of [t.scene("ref"), t.scene("tag_name")]) (await create(t, { ref })).ok.has({ ref });
	}),
	rule(
		"PIPE-182",
		"Merge request pipelines are not made here: no parameter for one is declared and a created pipeline never has source merge_request_event.",
		"createPipeline",
		async (t) => {
			const made = (await create(t, { source: "merge_request_event", merge_request_iid: 1 })).ok;
			const { source } = (await get(t, made.number("id"))).fields;
			t.holds("the source should not be merge_request_event", source !== "merge_request_event", made);
		},
	),
	assumed(
		"PIPE-183",
		"Success answers 201; user is the caller; yaml_errors null; started_at, finished_at, duration and coverage null.",
		"createPipeline",
		async (t) => {
			const made = (await create(t)).is(201);
			made.has({ yaml_errors: null, started_at: null, finished_at: null, duration: null, coverage: null });
			t.same("the user", Object(made.field("user")).id, t.user("maintainer").id, made);
		},
	),
	rule("PIPE-184", "variables sent are attached to the pipeline and returned by listPipelineVariables.", "createPipeline", async (t) => {
		const variables = [variable, { key: "CONFIG", value: "text", variable_type: "file" }];
		const pipeline_id = (await create(t, { variables })).ok.number("id");
		const response = await t.as("maintainer").call("listPipelineVariables", { id: t.scene("project"), pipeline_id });
		const read = new Map(response.is(200).items.map(({ key, value }) => [key, value]));
		t.same(
			"the variables",
			[...read].sort(),
			[
				["A", "1"],
				["CONFIG", "text"],
			],
			response,
		);
	}),
	assumed("PIPE-185", "The create response has no variables key and no inputs key.", "createPipeline", async (t) => {
		(await create(t, { variables: [variable], inputs: { a: 1 } })).is(201).lacks("variables", "inputs");
	}),
	rule("PIPE-186", "A variable without variable_type defaults to env_var.", "createPipeline", async (t) => {
		const pipeline_id = (await create(t, { variables: [variable] })).ok.number("id");
		const response = await t.as("maintainer").call("listPipelineVariables", { id: t.scene("project"), pipeline_id });
		t.same("the variable's type", response.is(200).items[0]?.variable_type ?? "env_var", "env_var", response);
		t.same("the number of variables", response.items.length, 1, response);
	}),
	refused("PIPE-187", [{ variables: [{ ...variable, variable_type: "secret" }] }], 400, {
		error: "variables[0][variable_type] does not have a valid value",
	}),
	refused("PIPE-188", [{ variables: "A=1" }, { variables: { A: "1" } }], 400, { error: "variables is invalid" }),
	refused("PIPE-189", [{ variables: [variable, { key: "B", value: "" }, variable] }], 400, base("Duplicate variable name: A")),
	rule("PIPE-191", "inputs given as a hash of key-value pairs is accepted (string, number, boolean and array values in JSON).", "createPipeline", async (t) => {
		const given = { environment: "staging", replicas: 2, dry_run: false, regions: ["eu", "us"] };
		(await create(t, { inputs: given })).ok;
	}),
	assumed(
		"PIPE-192",
		'20 inputs are accepted; 21 answer 400 {"message":{"base":["There cannot be more than 20 inputs"]}}; a non-object answers 400 {"error":"inputs is invalid"}.',
		"createPipeline",
		async (t) => {
			(await create(t, { inputs: inputs(20) })).is(201);
			const tooMany = await inVain(t, () => create(t, { inputs: inputs(21) }));
			tooMany.refuses(400, base("There cannot be more than 20 inputs"));
			(await inVain(t, () => create(t, { inputs: "a=1" }))).refuses(400, { error: "inputs is invalid" });
		},
	),
	refused("PIPE-193", [{ ref: undefined }, { ref: undefined, variables: [variable] }], 400, {
		error: "ref is missing",
	}),
	rule("PIPE-194", "A ref that is neither branch nor tag creates no pipeline.", "createPipeline", async (t) => {
		const response = await inVain(t, () => create(t, { ref: t.unique("no-ref") }));
		t.holds("the pipeline should be refused", response.status >= 400 && response.status < 500, response);
	}),
	assumed(
		"PIPE-195",
		'An unknown ref answers 400 {"message":{"base":["Reference not found"]}}; a name that is both a branch and a tag 400 "Ref is ambiguous".',
		"createPipeline",
		async (t) => {
			const response = await inVain(t, () => create(t, { ref: t.unique("no-ref") }));
			response.refuses(400, base("Reference not found"));
		},
	),
	assumed("PIPE-200", "A failed creation uses up no iid: the next pipeline's iid is the last given value plus 1.", "createPipeline", async (t) => {
		const first = (await create(t)).is(201);
		(await create(t, { ref: t.unique("no-ref") })).is(400);
		(await create(t, { variables: [{ key: "a b", value: "" }] })).is(400);
		const second = (await create(t)).is(201);
		t.same("the next iid", second.number("iid"), first.number("iid") + 1, second);
	}),
	assumed(
		"PIPE-201",
		'Developer and above may create; a developer without push right on a protected ref gets 400 with base message starting "You do not have sufficient permission to run a pipeline on".',
		"createPipeline",
		async (t) => {
			const { closed, made } = await tryRefs(t);
			const ref = made.string("ref");
			for (const who of ["maintainer", "owner"] as const) (await create(t, { ref }, t.as(who))).is(201);
			if (!closed) return;
			const { base: response } = Object(closed.refusal.refuses(400).field("message"));
			const start = "You do not have sufficient permission to run a pipeline on";
			const begins = Array.isArray(response) && String(response[0]).startsWith(start);
			t.holds(`the message should begin "${start}"`, begins, closed.refusal);
			(await create(t, { ref: closed.ref })).is(201);
		},
	),
	assumed(
		"PIPE-202",
		'Reporter and guest get 403 {"message":"403 Forbidden"}; a non-member of a private project 404 {"message":"404 Project Not Found"}; anonymous 401.',
		"createPipeline",
		async (t) => {
			for (const who of ["reporter", "guest"] as const) (await inVain(t, () => create(t, {}, t.as(who)))).refuses(403, { message: "403 Forbidden" });
			const hidden = await create(t, { id: t.scene("private_project") }, t.as("outsider"));
			hidden.refuses(404, { message: "404 Project Not Found" });
			(await inVain(t, () => create(t, {}, t.anonymous))).refuses(401, { message: "401 Unauthorized" });
		},
	),
];
