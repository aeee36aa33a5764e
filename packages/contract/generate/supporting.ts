/** Generates the endpoints outside the contract that the mock serves, from openapi/supporting.yaml, as an extension. */
import { join } from "node:path";
import { extensionFiles } from "./extension/files";
import { readFile } from "./extension/read";
import { repository } from "./repository";

/** Replaces the imports of packages in generated code by imports of files, since this code is inside the packages. */
const ours: readonly (readonly [from: string, to: string])[] = [
	['import("@tenon/contract")', 'import("../openapi")'],
	['"@tenon/contract/validator-support"', '"../../validators/support"'],
	['"@tenon/contract/validators"', '"../../validators"'],
	['"@tenon/client/extend"', '"../../extend"'],
	['import type * as T from "./openapi"', 'import type * as T from "@tenon/contract/supporting"'],
	['import type { OperationRow } from "@tenon/contract"', 'import type { OperationRow } from "../../operation-row"'],
];

/** The generated files of each folder. */
const folders = {
	"packages/contract/src/generated/supporting": ["openapi.ts", "operations.ts", "validators.ts"],
	"packages/client/src/generated/supporting": ["functions.ts", "resources.ts"],
};

/** Generates the contract's types, rows and validators and the client's methods, by path in the repository. */
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
