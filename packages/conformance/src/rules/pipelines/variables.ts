import type { ActorName } from "../../rule/actors";
import type { Answer } from "../../rule/answer";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { create, tryRefs } from "./lab";

const variablesOf = async (t: Context, made: Answer, who: ActorName = "maintainer", query: object = {}): Promise<Answer> =>
	await t.as(who).call("listPipelineVariables", {
		id: t.scene("project"),
		pipeline_id: made.is(201).number("id"),
		...query,
	});

const writes = { effect: "writes" } as const;

/** The variables of a pipeline. */
export const pipelineVariables: readonly Rule[] = [
	rule(
		"PIPE-151",
		"Returns the variables the pipeline was created with, each with key and value as sent.",
		"listPipelineVariables",
		async (t) => {
			const sent = [
				{ key: "DEPLOY_TO", value: "staging" },
				{ key: "EMPTY", value: "" },
				{ key: "LINES", value: "a\nb = $c" },
			];
			const response = (await variablesOf(t, await create(t, { variables: sent }))).is(200);
			const read = response.items.map(({ key, value }) => ({ key, value }));
			t.same(
				"the variables",
				read.sort((a, b) => String(a.key).localeCompare(String(b.key))),
				sent,
				response,
			);
		},
		writes,
	),
	rule(
		"PIPE-152",
		"A variable created with variable_type file is listed with variable_type file.",
		"listPipelineVariables",
		async (t) => {
			const variables = [{ key: "CONFIG", value: "text", variable_type: "file" }];
			const response = (await variablesOf(t, await create(t, { variables }))).is(200);
			t.same("the types of the variables", response.pluck("variable_type"), ["file"], response);
		},
		writes,
	),
	rule(
		"PIPE-153",
		"A variable created without variable_type reads as env_var (listed as env_var or with the key absent).",
		"listPipelineVariables",
		async (t) => {
			const response = (await variablesOf(t, await create(t, { variables: [{ key: "A", value: "1" }] }))).is(200);
			t.same("the number of variables", response.items.length, 1, response);
			response.every("an environment variable", ({ variable_type = "env_var" }) => variable_type === "env_var");
		},
		writes,
	),
	assumed(
		"PIPE-154",
		"Each item is {variable_type, key, value, raw}; raw is false by default.",
		"listPipelineVariables",
		async (t) => {
			const response = await variablesOf(t, await create(t, { variables: [{ key: "A", value: "1" }] }));
			t.same("the variables", response.is(200).json, [{ variable_type: "env_var", key: "A", value: "1", raw: false }], response);
		},
		writes,
	),
	assumed(
		"PIPE-155",
		"A pipeline without variables answers 200 [].",
		"listPipelineVariables",
		async (t) => {
			const response = await variablesOf(t, await create(t));
			t.same("the variables", response.is(200).json, [], response);
		},
		writes,
	),
	rule(
		"PIPE-156",
		"page and per_page are accepted; as a collection it defaults to 20 items: a pipeline with 21 variables lists 20 on page 1 and 1 on page 2.",
		"listPipelineVariables",
		async (t) => {
			const variables = Array.from({ length: 21 }, (_, index) => ({ key: `KEY_${index}`, value: String(index) }));
			const made = await create(t, { variables });
			const [first, second] = [await variablesOf(t, made), await variablesOf(t, made, "maintainer", { page: 2 })];
			t.same("the lengths of the pages", [first.is(200).items.length, second.is(200).items.length], [20, 1], second);
			const keys = [...first.pluck("key"), ...second.pluck("key")];
			t.same("the number of different keys", new Set(keys).size, 21, second);
			const one = await variablesOf(t, made, "maintainer", { per_page: 1, page: 3 });
			t.same("the length of a page of one", one.is(200).items.length, 1, one);
		},
		writes,
	),
	assumed(
		"PIPE-157",
		'Maintainer, owner and administrator may read; a developer only for pipelines they triggered, otherwise 403 {"message":"403 Forbidden"}.',
		"listPipelineVariables",
		async (t) => {
			const made = await create(t);
			for (const who of ["maintainer", "owner", "administrator"] as const) (await variablesOf(t, made, who)).is(200);
			(await variablesOf(t, made, "developer")).refuses(403, { message: "403 Forbidden" });
			(await variablesOf(t, (await tryRefs(t)).made, "developer")).is(200);
		},
		writes,
	),
	assumed(
		"PIPE-158",
		'Reporter, guest, and anonymous callers on a public project get 403; a non-member of a private project 404 {"message":"404 Project Not Found"}.',
		"listPipelineVariables",
		async (t) => {
			const made = await create(t);
			for (const who of ["reporter", "guest"] as const) (await variablesOf(t, made, who)).refuses(403);
			const where = { id: t.scene("project"), pipeline_id: made.number("id") };
			(await t.anonymous.call("listPipelineVariables", where)).refuses(403);
			const hidden = { ...where, id: t.scene("private_project") };
			const response = await t.as("outsider").call("listPipelineVariables", hidden);
			response.refuses(404, { message: "404 Project Not Found" });
		},
		writes,
	),
];
