/**
 * Implements `npm run generate`, which writes every generated file. With `--check` it writes nothing, lists the stale
 * files and exits with 1 if there are any.
 */
import { readdir, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { assumptionsFile } from "./assumptions";
import { bundle } from "./bundle";
import { clientFiles } from "./client/files";
import { recordsFile } from "./client/records";
import { dialectFiles } from "./dialect";
import { graphqlFiles } from "./graphql";
import { operationsFile } from "./operations";
import { banner, clientLayout, readOwnModel, validatorLayout } from "./own";
import { repository } from "./repository";
import { sourceLines } from "./source-lines";
import { supportingFiles } from "./supporting";
import { typesFile } from "./types";
import { validatorFiles, validatorTypeTests } from "./validators";
import { isCheck, reportFiles, writeFiles } from "./write-files";

/** The folders that contain only generated files. Other files in them are deleted. */
const owned = [
	"packages/contract/src/generated",
	"packages/contract/test/generated",
	"packages/client/src/generated",
	"packages/mock/src/graphql/generated",
	"packages/conformance/src/generated",
];

async function generated(): Promise<Map<string, string>> {
	const [document, graphql] = await Promise.all([bundle(), graphqlFiles()]);
	const model = await readOwnModel(document);
	const gitlab = await dialectFiles("gitlab", document, graphql.sdl, model);
	const contract = new Map([
		["openapi.ts", await typesFile(model, banner)],
		["operations.ts", operationsFile(model, { banner, rowFrom: "../operation-row" })],
		...validatorFiles(model, validatorLayout),
		...graphql.sources,
		["dialects/gitlab.ts", gitlab.data],
		["dialects/gitlab-rows.ts", gitlab.rows],
	]);
	return new Map([
		["packages/contract/openapi.json", `${JSON.stringify(document, null, "\t")}\n`],
		["packages/contract/schema.graphql", graphql.schema],
		["packages/contract/openapi.gitlab.json", gitlab.openapi],
		["packages/contract/schema.gitlab.graphql", gitlab.schema],
		["docs/assumptions.md", assumptionsFile(model)],
		["packages/conformance/src/generated/source-lines.ts", await sourceLines()],
		["packages/mock/src/graphql/generated/resolvers.ts", graphql.resolvers],
		...[...contract].map(([path, text]): [string, string] => [join("packages/contract/src/generated", path), text]),
		...(await supportingFiles()),
		["packages/contract/test/generated/validators.test-d.ts", validatorTypeTests(model, banner)],
		...[...clientFiles(model, clientLayout)].map(([path, text]): [string, string] => [
			join("packages/client/src/generated", path),
			text,
		]),
		["packages/client/src/generated/records.ts", recordsFile(model, banner)],
	]);
}

async function present(folder: string): Promise<string[]> {
	const entries = await readdir(join(repository, folder), { recursive: true, withFileTypes: true }).catch(() => []);
	return entries
		.filter((entry) => entry.isFile())
		.map((entry) => relative(repository, join(entry.parentPath, entry.name)));
}

const files = await generated();
const stale = await writeFiles(files);
for (const path of (await Promise.all(owned.map(present))).flat()) {
	if (files.has(path)) continue;
	stale.push(path);
	if (!isCheck) await rm(join(repository, path));
}
reportFiles("contract and client", files.size, stale);
