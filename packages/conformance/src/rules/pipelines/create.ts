import { isDeepStrictEqual } from "node:util";
import type { ActorName } from "../../rule/actors";
import type { Params } from "../../rule/address";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { deepestOf } from "../../rule/deepest";
import type { ApiResponse } from "../../rule/response";
import { assumed, type Rule, rule } from "../../rule/rule";
import { all, create, forbidden, get, inVain, invisible, laboratory, list, tryRefs } from "./lab";

const effect = "writes";
const base = (text: string) => ({ message: { base: [text] } });
const variable = { key: "A", value: "1" };
const inputs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`i${index}`, index]));

/** Requests a pipeline that must be refused and not created. */
const refuses = async (t: Context, params: Params, caller?: Caller): Promise<ApiResponse> => await inVain(t, () => create(t, params, caller));

const variablesOf = async (t: Context, made: ApiResponse, caller: Caller = t.as("maintainer"), query: Params = {}): Promise<ApiResponse> =>
	await caller.call("listPipelineVariables", { id: t.scene("project"), pipeline_id: made.ok.number("id"), ...query });

/** The response must be a new pipeline of the ref, as every new pipeline is. */
function isNew(t: Context, made: ApiResponse, ref: unknown): void {
	made.has({ ref, status: "pending", before_sha: "0".repeat(40) });
	t.holds("the source is not merge_request_event", made.field("source") !== "merge_request_event", made);
}

/** New pipelines. */
const creation: readonly Rule[] = [
	rule("PIPE-060, PIPE-181", "ref of a new pipeline is a branch or a tag, sent as query, form, multipart or JSON.", "createPipeline", async (t) => {
		for (const ref of [t.scene("tag_name"), t.scene("ref")])
			for (const as of ["query", "form", "multipart", "json"] as const) (await create(t, { ref }, undefined, { as })).ok.has({ ref, status: "pending" });
		// The tag takes what the branch takes.
		for (const beside of [{ variables: [variable] }, { inputs: inputs(1) }])
			if ((await create(t, { ref: t.scene("ref"), ...beside })).succeeded) (await create(t, { ref: t.scene("tag_name"), ...beside })).ok;
	}),
	rule(
		"PIPE-175..177, PIPE-182, PIPE-041",
		"A created pipeline is pending and has a new iid and the latest commit of its ref. It can be read and listed.",
		"createPipeline",
		async (t) => {
			const named: readonly unknown[] = [t.scene("ref"), t.scene("tag_name")];
			const refs = new Set([...named, ...(await all(t)).map((one) => one.ref)]);
			for (const ref of [...refs].slice(0, 5)) {
				const before = (await all(t)).map(({ iid }) => iid);
				const unknown = await create(t, { ref, source: "merge_request_event", merge_request_iid: 1, sha: "f".repeat(40), status: "success" });
				// A server may refuse fields that are not parameters.
				const made = unknown.refused ? await create(t, { ref }) : unknown;
				// Another ref that had pipelines may be deleted, or protected from the maintainer.
				if (!named.includes(ref) && !made.succeeded) continue;
				made.ok;
				t.holds("the iid is new", !before.includes(made.number("iid")), made);
				isNew(t, made, ref);
				const { id, iid, sha, source, before_sha } = made.fields;
				(await get(t, id)).has({ id, iid, sha, ref, source, before_sha });
				const listed = (await list(t, { ref, per_page: 100 })).is(200);
				const entry = listed.items.find((one) => one.id === id);
				t.same("the pipeline in the list", [entry?.iid, entry?.sha, entry?.ref], [iid, sha, ref], listed);
				(await t.as("maintainer").call("getLatestPipeline", { id: t.scene("project"), ref })).is(200).has({ sha });
				for (const who of ["developer", "owner", "administrator"] as const)
					for (const more of [{ variables: [variable, { ...variable, key: "B" }] }, { inputs: inputs(1) }]) {
						const other = await create(t, { ref, ...more }, t.as(who));
						if (other.succeeded) isNew(t, other, ref);
					}
			}
			const below = await deepestOf(t, "project");
			if (below === undefined) return;
			const at = async (id: unknown) => await create(t, { id, ref: t.scene("ref") }, t.as("owner"));
			const [byPath, byNumber] = [await at(below), await at(await t.given.projectId(below))];
			t.same(`the status in ${below}, by its path and by its id`, byPath.status, byNumber.status, byPath);
		},
	),
	rule(
		"PIPE-181",
		"The same roles can create and change pipelines on a tag as on a branch, if both are protected or neither is.",
		"createPipeline",
		async (t) => {
			const { id, pipeline, change } = await laboratory(t);
			const statuses = async (who: ActorName, ref: string, tag: boolean) => {
				const made = await create(t, { id, ref }, t.as(who));
				const pipeline_id = await pipeline({ ref, tag, status: "running" });
				const changed: number[] = [];
				for (const operation of ["cancelPipeline", "retryPipeline", "updatePipelineMetadata", "deletePipeline"] as const)
					changed.push((await t.as(who).call(operation, { id, pipeline_id, ...(operation === "updatePipelineMetadata" && { name: "Renamed" }) })).status);
				return { made, changed };
			};
			for (const protected_refs of [[], ["develop", "v1.0"]]) {
				await change({ protected_refs });
				for (const who of ["guest", "reporter", "developer", "maintainer", "owner", "administrator"] as const) {
					const [branch, tag] = [await statuses(who, "develop", false), await statuses(who, "v1.0", true)];
					// The specification does not mention protected refs.
					const check = protected_refs.length > 0 ? t.assume : t.holds;
					check(`${who} should get ${branch.made.status} on a tag as on a branch`, tag.made.status === branch.made.status, tag.made);
					t.assume(`${who} should get the same statuses for changes of a tag's pipeline as of a branch's`, isDeepStrictEqual(tag.changed, branch.changed));
				}
			}
		},
		{ id: "PIPE-181/roles" },
	),
	assumed("PIPE-179", "With sudo, an administrator creates a pipeline as another user, with that user's rights.", "createPipeline", async (t) => {
		for (const name of ["maintainer", "owner"] as const) {
			const { id, username } = t.user(name);
			for (const user of [id, username]) {
				const made = (await create(t, {}, t.as("administrator").sudo(user))).ok;
				t.same("the user", Object(made.field("user")).username, username, made);
			}
		}
		(await refuses(t, {}, t.as("administrator").sudo(t.user("guest").id))).refuses(403);
	}),
	assumed("PIPE-180, PIPE-187..189, PIPE-193", "A new pipeline with invalid or duplicate variables or without ref is refused.", "createPipeline", async (t) => {
		for (const one of [{ key: "A-B" }, { key: "A B" }, { key: "" }, { key: "Ä" }, { key: "A\n" }])
			(await refuses(t, { variables: [variable, { ...one, value: "1" }].slice(1) })).refuses(400);
		for (const [params, body] of [
			[{ variables: [{ value: "1" }] }, { error: "variables[0][key] is missing" }],
			[{ variables: [{ ...variable, variable_type: "secret" }] }, { error: "variables[0][variable_type] does not have a valid value" }],
			[{ variables: "A=1" }, { error: "variables is invalid" }],
			[{ variables: { A: "1" } }, { error: "variables is invalid" }],
			[{ variables: [variable, { key: "B", value: "" }, { key: "A", value: "2" }] }, base("Duplicate variable name: A")],
			[{ variables: [variable, { key: "A", value: "2", variable_type: "file" }] }, base("Duplicate variable name: A")],
			[{ ref: undefined }, { error: "ref is missing" }],
			[{ ref: undefined, variables: [variable] }, { error: "ref is missing" }],
		] as const)
			(await refuses(t, params)).refuses(400, body);
		// Keys that differ only in case are different variables.
		(await create(t, { variables: [variable, { key: "a", value: "2" }] })).ok;
	}),
	assumed(
		"PIPE-183, PIPE-185",
		"Creating a pipeline returns 201 with the caller as user. Times, duration and coverage are null; variables and inputs are not returned.",
		"createPipeline",
		async (t) => {
			for (const who of ["maintainer", "owner"] as const) {
				const made = (await create(t, { variables: [variable], inputs: { a: 1 } }, t.as(who))).is(201).lacks("variables", "inputs");
				made.has({ yaml_errors: null, started_at: null, finished_at: null, duration: null, coverage: null });
				t.same("the user", Object(made.field("user")).id, t.user(who).id, made);
			}
		},
	),
	rule("PIPE-191", "inputs of a new pipeline can be strings, numbers, booleans and lists, also beside variables.", "createPipeline", async (t) => {
		const inputs = { environment: "staging", replicas: 2, share: -0.5, dry_run: false, verbose: true, regions: ["eu", "us"] };
		const made = (await create(t, { inputs, variables: [variable] })).ok;
		// No operation shows inputs: only the control API does.
		if (!t.given.hasControl) return;
		const [record] = await t.given.records("pipelines", { id: made.number("id") });
		t.same("the inputs", record?.inputs, inputs, made);
	}),
	assumed("PIPE-192", "inputs of a new pipeline is an object with at most 20 entries.", "createPipeline", async (t) => {
		(await create(t, { inputs: inputs(20) })).is(201);
		(await refuses(t, { inputs: inputs(21) })).refuses(400, base("There cannot be more than 20 inputs"));
		for (const one of ["a=1", 7, ["a"]]) (await refuses(t, { inputs: one })).refuses(400, { error: "inputs is invalid" });
	}),
	rule(
		"PIPE-194, PIPE-195",
		"A pipeline for a ref that is neither a branch nor a tag is refused with 400, whatever else is sent, and creates none.",
		"createPipeline",
		async (t) => {
			// A commit is not a ref, and neither is a part of a ref's name.
			const sha = (await create(t)).ok.string("sha");
			for (const ref of [t.unique("no-ref"), "constructor", "__proto__", t.scene("ref").toUpperCase(), t.scene("ref").slice(0, -1), sha, sha.slice(0, 8)]) {
				(await refuses(t, { ref })).refuses(400, base("Reference not found"));
				const listed = (await list(t, { ref })).is(200);
				t.holds(`there is no pipeline of ${ref}`, !listed.pluck("ref").includes(ref), listed);
			}
			const ref = t.unique("no-ref");
			for (const more of [{ variables: [variable] }, { inputs: inputs(1) }]) (await refuses(t, { ref, ...more })).refuses(400);
			for (const as of ["query", "form", "multipart"] as const)
				for (const who of ["maintainer", "owner", "administrator"] as const) (await inVain(t, () => create(t, { ref }, t.as(who), { as }))).refuses(400);
		},
	),
	assumed(
		"PIPE-190, PIPE-195, PIPE-196",
		"Creating a pipeline requires an unambiguous ref and a valid CI configuration; sending variables requires the project's minimum role.",
		"createPipeline",
		async (t) => {
			const { id, change, sha } = await laboratory(t, { ci_pipeline_variables_minimum_role: 40 });
			const where = { id, ref: "develop" };
			const denied = base("Insufficient permissions to set pipeline variables");
			const withVariable = { ...where, variables: [variable] };
			(await refuses(t, withVariable, t.as("developer"))).refuses(400, denied);
			(await create(t, where, t.as("developer"))).ok;
			(await create(t, { ...where, variables: [] }, t.as("developer"))).ok;
			for (const who of ["maintainer", "owner"] as const) (await create(t, withVariable, t.as(who))).ok;
			await change({ ci_pipeline_variables_minimum_role: null });
			(await refuses(t, withVariable, t.as("owner"))).refuses(400, denied);
			await change({ branches: { develop: sha("develop"), twin: sha("develop") }, tags: { twin: sha("main") } });
			(await refuses(t, { id, ref: "twin" })).refuses(400, base("Ref is ambiguous"));
			await change({ ci_config: { errors: "jobs:test needs a script" } });
			(await refuses(t, where)).refuses(400, base("jobs:test needs a script"));
			await change({ ci_config: null });
			(await refuses(t, where)).refuses(400, base("Missing CI config file"));
		},
		{ id: "PIPE-190" },
	),
	assumed("PIPE-200", "A failed creation of a pipeline does not use up an iid.", "createPipeline", async (t) => {
		const failing = [{ ref: t.unique("no-ref") }, { variables: [{ key: "a b", value: "" }] }, { inputs: inputs(21) }, { ref: t.unique("no-ref") }];
		let shown: ApiResponse | undefined;
		// Without a control API, other clients may create pipelines in between, but hardly as many each time.
		for (let attempt = 1; attempt <= (t.given.hasControl ? 1 : 4); attempt++) {
			const first = (await create(t)).ok.number("iid");
			for (const params of failing) (await create(t, params)).is(400);
			shown = (await create(t)).ok;
			const between = shown.number("iid") - first - 1;
			t.holds("the iid is higher than the one before", between >= 0, shown);
			if (between < (t.given.hasControl ? 1 : failing.length)) return;
		}
		t.holds("the iid is the next one, so failed creations use up none", false, shown);
	}),
	assumed("PIPE-201", "Developers and above create pipelines, on a protected ref only with push access.", "createPipeline", async (t) => {
		const { closed, made } = await tryRefs(t);
		const ref = made.string("ref");
		for (const who of ["developer", "maintainer", "owner", "administrator"] as const) (await create(t, { ref }, t.as(who))).is(201);
		if (!closed) return;
		const refusal = (await refuses(t, { ref: closed.ref }, t.as("developer"))).refuses(400);
		const { base: messages } = Object(refusal.field("message"));
		const start = `You do not have sufficient permission to run a pipeline on '${closed.ref}'`;
		t.holds(`one message begins "${start}"`, Array.isArray(messages) && messages.length === 1 && String(messages[0]).startsWith(start), refusal);
		for (const who of ["maintainer", "owner", "administrator"] as const) (await create(t, { ref: closed.ref }, t.as(who))).is(201);
	}),
	assumed("PIPE-203", "A project's limit per minute counts the pipelines that a user created in the last 60 seconds.", "createPipeline", async (t) => {
		const { id } = await laboratory(t, { pipelines_per_minute: 2 });
		const where = { id, ref: "main" };
		await t.given.setClock("2027-01-05T09:00:00.000Z");
		for (let count = 0; count < 2; count++) (await create(t, where)).is(201);
		const message = base("Too many pipelines created in the last minute. Try again later.");
		(await refuses(t, where)).refuses(400, message);
		(await create(t, where, t.as("owner"))).is(201);
		await t.given.advance("59 seconds");
		(await refuses(t, where)).refuses(400, message);
		await t.given.advance("1 second");
		for (let count = 0; count < 2; count++) (await create(t, where)).is(201);
		for (let count = 0; count < 20; count++) (await create(t)).ok;
	}),
];

/** The variables of a pipeline. */
const variables: readonly Rule[] = [
	rule(
		"PIPE-151..155, PIPE-184, PIPE-186",
		"A pipeline's variables are listed as they were sent when it was created, even after cancel and retry. variable_type defaults to env_var.",
		["listPipelineVariables", "createPipeline"],
		async (t) => {
			const values = ["staging", "", " two\nlines $TARGET = 'ä' ", "007", "x".repeat(1000)];
			const sent = [{ variable_type: "file" }, {}, { variable_type: "env_var" }].flatMap((type, turn) =>
				values.map((value, index) => ({ key: `Key_${turn}${index}`, value, ...type })),
			);
			const variables = [variable];
			for (const [pipeline, expected] of [
				[await create(t, { variables: sent }), sent],
				[await create(t, { variables }), variables],
				[await create(t, { variables, inputs: inputs(1) }), variables],
				[await create(t, { variables, ref: t.scene("tag_name") }, t.as("owner")), variables],
			] as const) {
				const byKey = (a: { key: unknown }, b: { key: unknown }): number => (String(a.key) < String(b.key) ? -1 : 1);
				for (const operation of [undefined, "cancelPipeline", "retryPipeline"] as const) {
					if (operation) (await t.as("maintainer").call(operation, { id: t.scene("project"), pipeline_id: pipeline.field("id") })).ok;
					const response = (await variablesOf(t, pipeline)).is(200);
					const read = response.items.map(({ key, value, variable_type = "env_var" }) => ({ key, value, variable_type }));
					t.same("the variables", read.sort(byKey), expected.map((one) => ({ variable_type: "env_var", ...one })).sort(byKey), response);
					const shown = expected.map((one) => ({ variable_type: "env_var", ...one, raw: false }));
					t.assume("each should have four fields, in the order sent, raw false", isDeepStrictEqual(response.json, shown), response);
				}
			}
			// A variable may have a type but no value.
			const bare = await create(t, { variables: [{ key: "BARE", variable_type: "file" }] });
			if (bare.succeeded) t.same("the type of a variable without a value", (await variablesOf(t, bare)).is(200).pluck("variable_type"), ["file"], bare);
			const none = (await variablesOf(t, await create(t))).is(200);
			t.assume("a pipeline without variables should have an empty list", none.compact === "[]", none);
		},
	),
	assumed(
		"PIPE-157, PIPE-158",
		"Maintainers and above read the variables of any pipeline, developers only those of pipelines they started. Other callers read none.",
		"listPipelineVariables",
		async (t) => {
			const [made, own] = [await create(t, { variables: [variable] }), (await tryRefs(t)).made];
			const may: readonly ActorName[] = ["maintainer", "owner", "administrator"];
			for (const one of [made, own]) {
				for (const who of may) (await variablesOf(t, one, t.as(who))).is(200);
				const others = ["reporter", "guest", "outsider"] as const;
				for (const caller of [t.anonymous, ...others.map(t.as)]) (await variablesOf(t, one, caller)).refuses(403, forbidden);
				for (const caller of [t.anonymous, t.as("outsider")]) (await variablesOf(t, one, caller, { id: t.scene("private_project") })).refuses(404, invisible);
			}
			(await variablesOf(t, made, t.as("developer"))).refuses(403, forbidden);
			(await variablesOf(t, own, t.as("developer"))).is(200);
		},
		{ effect },
	),
	assumed(
		"PIPE-158",
		"Users below developer cannot read variables, not even those of a pipeline that they started.",
		"listPipelineVariables",
		async (t) => {
			const lab = await laboratory(t);
			for (const who of ["outsider", "guest", "reporter"] as const) {
				const pipeline_id = await lab.pipeline({ user_id: t.user(who).id, variables: [{ ...variable, variable_type: "env_var", raw: true }] });
				const where = { id: lab.id, pipeline_id };
				(await t.as(who).call("getPipeline", where)).is(200);
				(await t.as(who).call("listPipelineVariables", where)).refuses(403, forbidden);
				const read = (await t.as("owner").call("listPipelineVariables", where)).is(200);
				t.same("the variables", read.json, [{ variable_type: "env_var", ...variable, raw: true }], read);
			}
		},
		{ effect, id: "PIPE-158/own" },
	),
];

/** Creating pipelines, with variables. */
export const pipelineCreation: readonly Rule[] = [...creation, ...variables];
