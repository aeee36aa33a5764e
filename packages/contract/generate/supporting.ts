/** The endpoints beside the contract that the mock serves: made of openapi/supporting.yaml as a team's own operations are. */
import { join } from "node:path";
import { extensionFiles } from "./extension/files";
import { readFile } from "./extension/read";
import { repository } from "./repository";

/** The generated code imports packages; inside the package they are files. */
const ours: readonly (readonly [from: string, to: string])[] = [
	['import("@tenon/contract")', 'import("../openapi")'],
	['"@tenon/contract/validator-support"', '"../../validators/support"'],
	['"@tenon/contract/validators"', '"../../validators"'],
	['import type { OperationRow } from "@tenon/contract"', 'import type { OperationRow } from "../../operation-row"'],
];

/** Types, rows and validators, by their paths below `packages/contract/src/generated`. */
export async function supportingFiles(): Promise<Map<string, string>> {
	const { model } = await readFile(join(repository, "openapi/supporting.yaml"));
	const files = await extensionFiles(model, { name: "supporting", source: "openapi/supporting.yaml", ending: "" });
	return new Map(
		["openapi.ts", "operations.ts", "validators.ts"].map((file) => [
			`supporting/${file}`,
			ours.reduce((text, [from, to]) => text.replaceAll(from, to), files.get(file) ?? ""),
		]),
	);
}
