import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { resources } from "../generated/resources";
import { resources as supporting } from "../generated/supporting/resources";
import { rowsOf } from "./rows";

/** The routes that the generated functions contain. */
const written = (file: string): string[] =>
	[...readFileSync(new URL(`../generated/${file}`, import.meta.url), "utf8").matchAll(/\broute\("([^"]+)"\)/g)].map(
		([, route = ""]) => route,
	);

test.each([
	["operations.ts", resources],
	["supporting/functions.ts", supporting],
] as const)("the tables of the resources say what the functions of %s do", (file, all) => {
	const rows = Object.values(all).flatMap((resource) => rowsOf(resource.rows));
	expect(rows.map(({ route }) => route).sort()).toEqual(written(file).sort());
});

test("a method is a line with what does not follow from its name", () => {
	const table = `Pipeline /projects/{id}/pipelines /{pipeline_id}
list
get
getTestReport
getLatest #getLatest~ ~/latest
create ^/projects/{id}/pipeline
cancel retry=idempotent
setIcon @upload PUT /icon.png file=icon
clear DELETE ~ body`;
	expect(rowsOf(table).map(({ name, sender, route }) => `${name} ${sender} ${route}`)).toEqual([
		"list list listPipelines GET /projects/{id}/pipelines",
		"get call getPipeline GET /projects/{id}/pipelines/{pipeline_id}",
		"getTestReport call getPipelineTestReport GET /projects/{id}/pipelines/{pipeline_id}/test_report",
		"getLatest call getLatestPipeline GET /projects/{id}/pipelines/latest",
		"create call createPipeline POST /projects/{id}/pipeline",
		"cancel call cancelPipeline POST /projects/{id}/pipelines/{pipeline_id}/cancel retry=idempotent",
		"setIcon upload setPipelineIcon PUT /projects/{id}/pipelines/{pipeline_id}/icon.png file=icon",
		"clear call clearPipeline DELETE /projects/{id}/pipelines body",
	]);
});
