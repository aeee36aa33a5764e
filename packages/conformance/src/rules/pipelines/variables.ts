import type { ActorName } from "../../rule/actors";
import type { Answer } from "../../rule/answer";
import type { Trial } from "../../rule/context";
import { type Check, check } from "../../rule/rule";
import { create, tryRefs } from "./lab";

const variablesOf = async (
	t: Trial,
	made: Answer,
	who: ActorName = "maintainer",
	query: object = {},
): Promise<Answer> =>
	await t.as(who).call("listPipelineVariables", {
		id: t.scene("project"),
		pipeline_id: made.is(201).number("id"),
		...query,
	});

const writes = { effect: "writes" } as const;

/** The variables of a pipeline. */
export const pipelineVariables: readonly Check[] = [
	check(
		"PIPE-151",
		async (t) => {
			const sent = [
				{ key: "DEPLOY_TO", value: "staging" },
				{ key: "EMPTY", value: "" },
				{ key: "LINES", value: "a\nb = $c" },
			];
			const told = (await variablesOf(t, await create(t, { variables: sent }))).is(200);
			const read = told.items.map(({ key, value }) => ({ key, value }));
			t.same(
				"the variables",
				read.sort((a, b) => String(a.key).localeCompare(String(b.key))),
				sent,
				told,
			);
		},
		writes,
	),
	check(
		"PIPE-152",
		async (t) => {
			const variables = [{ key: "CONFIG", value: "text", variable_type: "file" }];
			const told = (await variablesOf(t, await create(t, { variables }))).is(200);
			t.same("the types of the variables", told.pluck("variable_type"), ["file"], told);
		},
		writes,
	),
	check(
		"PIPE-153",
		async (t) => {
			const told = (await variablesOf(t, await create(t, { variables: [{ key: "A", value: "1" }] }))).is(200);
			t.same("the number of variables", told.items.length, 1, told);
			told.every("an environment variable", ({ variable_type = "env_var" }) => variable_type === "env_var");
		},
		writes,
	),
	check(
		"PIPE-154",
		async (t) => {
			const told = await variablesOf(t, await create(t, { variables: [{ key: "A", value: "1" }] }));
			t.same(
				"the variables",
				told.is(200).json,
				[{ variable_type: "env_var", key: "A", value: "1", raw: false }],
				told,
			);
		},
		writes,
	),
	check(
		"PIPE-155",
		async (t) => {
			const told = await variablesOf(t, await create(t));
			t.same("the variables", told.is(200).json, [], told);
		},
		writes,
	),
	check(
		"PIPE-156",
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
	check(
		"PIPE-157",
		async (t) => {
			const made = await create(t);
			for (const who of ["maintainer", "owner", "administrator"] as const) (await variablesOf(t, made, who)).is(200);
			(await variablesOf(t, made, "developer")).refuses(403, { message: "403 Forbidden" });
			(await variablesOf(t, (await tryRefs(t)).made, "developer")).is(200);
		},
		writes,
	),
	check(
		"PIPE-158",
		async (t) => {
			const made = await create(t);
			for (const who of ["reporter", "guest"] as const) (await variablesOf(t, made, who)).refuses(403);
			const where = { id: t.scene("project"), pipeline_id: made.number("id") };
			(await t.anonymous.call("listPipelineVariables", where)).refuses(403);
			const hidden = { ...where, id: t.scene("private_project") };
			const told = await t.as("outsider").call("listPipelineVariables", hidden);
			told.refuses(404, { message: "404 Project Not Found" });
		},
		writes,
	),
];
