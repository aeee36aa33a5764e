/** The imports and the names in an extension's generated files. */
import type { ClientLayout } from "../client/files";
import type { ValidatorLayout } from "../validators";

/** The domain of schemas that come from the contract. */
export const importedDomain = "@tenon/contract";

/** The file extension in the imports of generated files. */
export type Ending = ".js" | ".ts" | "";

export const validatorLayout = (banner: string): ValidatorLayout => ({
	banner,
	support: "@tenon/contract/validator-support",
	files: [{ path: "validators.ts", specifier: "./validators", has: (domain) => domain !== importedDomain }],
	imported: { specifier: "@tenon/contract/validators", has: (domain) => domain === importedDomain },
});

/** The names that generated code imports from the client, each with a pattern that finds its use. */
const types: readonly (readonly [name: string, use: RegExp])[] = [
	["ApiPromise", /\bApiPromise</],
	["AtLeastOne", /\bAtLeastOne</],
	["AtMostOne", /\bAtMostOne</],
	["Connection", /\bclient: Connection\b/],
	["Dependent", /\bDependent</],
	["Download", /\bApiPromise<Download>/],
	["Paginated", /\bPaginated</],
	["RequestOptions", /\boptions\?: RequestOptions\b/],
	["Resource", /: Resource</],
	["Upload", /[:|] Upload\b/],
];

function clientImports(code: string, values: readonly string[], ending: Ending): string {
	const used = types.filter(([, use]) => use.test(code)).map(([name]) => `type ${name}`);
	const names = [...values, ...used].sort((a, b) => {
		const [one, other] = [a.replace("type ", ""), b.replace("type ", "")];
		return one < other ? -1 : 1;
	});
	return [
		`import { ${names.join(", ")} } from "@tenon/client/extend";`,
		...(/\bT\.[A-Za-z_]/.test(code.replaceAll(/\/\*\*[\s\S]*?\*\//g, ""))
			? [`import type * as T from "./openapi${ending}";`]
			: []),
	].join("\n");
}

export const clientLayout = (banner: string, name: string, ending: Ending): ClientLayout => ({
	banner,
	functions: "functions",
	resources: "resources",
	ending,
	all: `Every operation of ${name}, by resource and verb.`,
	helpers: [],
	functionImports: (code, senders) => clientImports(code, ["route", ...senders], ending),
	resourceImports: (code, senders) => clientImports(code, senders, ending),
});
