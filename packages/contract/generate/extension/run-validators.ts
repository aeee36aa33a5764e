import type { Judge } from "../../lint/ajv";
import { flatten, type Model, references } from "../model";
import { schemaExpression, validatorFiles } from "../validators";
import { importedDomain } from "./layout";
import { requirePeer } from "./peers";

/** Runs generated code with a scope in place of its imports, and returns the value of its last line. */
function run(code: string, scope: Readonly<Record<string, object>>): object {
	const make = new Function(...Object.keys(scope), `"use strict";\n${code}`) as (...args: object[]) => object;
	return make(...Object.values(scope));
}

const ofNames = (names: readonly string[], from: string): string => `const { ${names.join(", ")} } = ${from};\n`;

async function loaded(): Promise<{ z: object; s: object; imported: object }> {
	const [z, s, imported] = await Promise.all([
		requirePeer("zod", () => import("zod/mini")),
		requirePeer("zod", () => import("../../src/validators/support")),
		requirePeer("zod", () => import("../../src/validators")),
	]);
	return { z, s, imported };
}

/**
 * Creates the validators of a document by running the generated code without its types and imports. It is the same
 * code, so that its results are those of the generated files. All text from the document is written as JSON or is an
 * identifier.
 */
export async function runValidators(model: Model): Promise<object> {
	const layout = {
		banner: "",
		support: "",
		files: [{ path: "validators", specifier: "", has: (domain: string) => domain !== importedDomain }],
		isJavaScript: true,
	};
	const text = validatorFiles(model, layout).get("validators") ?? "";
	const code = text.replaceAll(/^import .*$/gm, "").replaceAll(/^export const /gm, "const ");
	const names = [...text.matchAll(/^export const (\w+)/gm)].map(([, name = ""]) => name);
	const scope = await loaded();
	const others = [...(model.imported?.keys() ?? [])];
	return run(`${ofNames(others, "imported")}${code}\nreturn { ${names.join(", ")} };`, scope);
}

/** Returns a function that validates values against any schema of a document. */
export async function judgeOf(model: Model): Promise<Judge> {
	const validators = await runValidators(model);
	const scope = await loaded();
	const { faultsOf } = await import("../../src/validate/faults");
	const all = { ...scope.imported, ...validators };
	const { schemas } = model.document.components;
	return (schema, value) => {
		const flat = flatten({ ...schema }, schemas);
		const code = `${ofNames([...references(flat)], "all")}return ${schemaExpression(flat)};`;
		// The emitter writes a validator for each schema.
		const [first] = faultsOf(run(code, { ...scope, all }) as Parameters<typeof faultsOf>[0], value, true);
		return first && `${["the value", ...first.path].join("/")} ${first.expected}`;
	};
}
