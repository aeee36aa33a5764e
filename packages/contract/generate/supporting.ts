/**
 * Generates the endpoints outside the contract that the mock serves, from openapi/supporting.yaml, like an extension.
 */
import { join } from "node:path";
import { extensionFiles } from "./extension/files";
import { readFile } from "./extension/read";
import { repository } from "./repository";

/** The generated code imports packages; inside the package they are files. */
const ours: readonly (readonly [from: string, to: string])[] = [
	['import("@tenon/contract")', 'import("../openapi")'],
	['"@tenon/contract/validator-support"', '"../../validators/support"'],
	['"@tenon/contract/validators"', '"../../validators"'],
	['"@tenon/client/extend"', '"../../extend"'],
	['import type * as T from "./openapi"', 'import type * as T from "@tenon/contract/supporting"'],
	['import type { OperationRow } from "@tenon/contract"', 'import type { OperationRow } from "../../operation-row"'],
];

/** Which package has what of the generated files. */
const folders = {
	"packages/contract/src/generated/supporting": ["openapi.ts", "operations.ts", "validators.ts"],
	"packages/client/src/generated/supporting": ["functions.ts", "resources.ts"],
};

/** Types, rows and validators for the contract, and the methods of the client, by their paths in the repository. */
export async function supportingFiles(): Promise<Map<string, string>> {
	const { model } = await readFile(join(repository, "openapi/supporting.yaml"));
	const files = await extensionFiles(model, { name: "supporting", source: "openapi/supporting.yaml", ending: "" });
	return new Map(
		Object.entries(folders).flatMap(([folder, names]) =>
			names.map((name): [string, string] => [
				join(folder, name),
				ours.reduce((text, [from, to]) => text.replaceAll(from, to), files.get(name) ?? ""),
			]),
		),
	);
}
