/** Generates the JSDoc of the client's methods, functions and parameters from the contract's prose. */

import { lifecycleText, tierText } from "../../src/reference/wording";
import type { Lifecycle, Schema, Tier } from "../document";

/** Returns a JSDoc block with these lines. Keeps empty lines between other lines. */
export function doc(lines: (string | undefined)[], indent: string): string {
	const text = lines
		.filter((line) => line !== undefined)
		.flatMap((line) => line.trim().split("\n"))
		.map((line) => line.replaceAll("*/", "*\\/").trimEnd());
	if (text.length === 0) return "";
	if (text.length === 1) return `${indent}/** ${text[0]} */\n`;
	return `${indent}/**\n${text.map((line) => `${indent} *${line ? ` ${line}` : ""}`).join("\n")}\n${indent} */\n`;
}

export function deprecation(deprecated: boolean | undefined, lifecycle: Lifecycle | undefined): string | undefined {
	if (!deprecated) return undefined;
	const use = lifecycle?.replacedBy ? `Use ${lifecycle.replacedBy}.` : "";
	const until = lifecycle?.removal ? ` To be removed in ${lifecycle.removal}.` : "";
	return `@deprecated ${use}${until}`.trim();
}

export interface Described {
	description?: string;
	deprecated?: boolean;
	schema: Schema;
	"x-tenon-tier"?: Tier;
	"x-tenon-lifecycle"?: Lifecycle;
}

/** Returns the description of a path parameter for callers of the client, which encodes the parameter itself. */
const unencoded = (description: string | undefined): string | undefined =>
	description?.replace(
		/,? with percent-encoded slashes \(`([^`]*)`\)/,
		(_, path: string) => ` (\`${decodeURIComponent(path)}\`)`,
	);

export function fieldDoc(one: Described): string {
	const fallback = one.schema.default;
	const former = (one.schema.anyOf ?? []).filter((branch) => branch.deprecated && branch.enum);
	return doc(
		[
			unencoded(one.description),
			...former.map(({ enum: values = [], ...branch }) => {
				const use = branch["x-tenon-lifecycle"]?.replacedBy;
				return `Deprecated ${values.map((value) => JSON.stringify(value)).join(", ")}${use ? `: use ${JSON.stringify(use)}` : ""}.`;
			}),
			tierText(one["x-tenon-tier"] ?? one.schema["x-tenon-tier"]),
			lifecycleText(one["x-tenon-lifecycle"] ?? one.schema["x-tenon-lifecycle"]),
			fallback === undefined ? undefined : `@default ${JSON.stringify(fallback)}`,
			deprecation(one.deprecated ?? one.schema.deprecated, one["x-tenon-lifecycle"] ?? one.schema["x-tenon-lifecycle"]),
		],
		"\t",
	);
}
