import { generate } from "@graphql-codegen/cli";
import type { GraphQLSchema } from "graphql";

const scalars = {
	BigInt: { input: "string", output: "string" },
	CiInputsValue: { input: "string | number | boolean | readonly unknown[]", output: "unknown" },
	Date: { input: "string", output: "string" },
	Duration: { input: "number", output: "number" },
	JSON: { input: "unknown", output: "unknown" },
	JsonString: { input: "string", output: "string" },
	PayloadAlertFieldPathSegment: { input: "string | number", output: "string | number" },
	Time: { input: "string", output: "string" },
};

/** Returns the configuration of graphql-codegen. A Global ID is a string, with one scalar per class. */
export const codegenConfig = (schema: GraphQLSchema, globalId = "string") => ({
	scalars: {
		...Object.fromEntries(
			Object.keys(schema.getTypeMap())
				.filter((name) => /[a-z]ID$/.test(name))
				.map((name) => [name, { input: globalId, output: "string" }]),
		),
		...scalars,
	},
	strictScalars: true,
	useTypeImports: true,
	enumsAsTypes: true,
});

interface TypedDocuments {
	readonly schema: GraphQLSchema;
	/** The schema as SDL. */
	readonly sdl: string;
	/** The texts of the documents, or a pattern of their files. */
	readonly documents: string | string[];
	/** The first line of the module. */
	readonly banner: string;
	/** The scalars that are not in the contract. Their values can be anything. */
	readonly scalars?: readonly string[];
	/** The module that exports the class `TypedDocumentString`. */
	readonly classFrom: string;
}

/** Generates a module of typed documents with graphql-codegen: each document with its variable and result types. */
export async function typedDocuments(from: TypedDocuments): Promise<string> {
	const { schema, sdl, documents, banner, classFrom, scalars: others = [] } = from;
	const config = codegenConfig(schema);
	const more = Object.fromEntries(others.map((name) => [name, { input: "unknown", output: "unknown" }]));
	const all = { ...config, scalars: { ...config.scalars, ...more }, documentMode: "string" };
	const plugins = [{ add: { content: banner } }, "typescript-operations", "typed-document-node"];
	const outputs = await generate(
		{ silent: true, errorsOnly: true, schema: sdl, documents, generates: { "documents.ts": { plugins, config: all } } },
		false,
	);
	const [file] = outputs as { content: string }[];
	return withOwnClass(file?.content ?? "", classFrom);
}

/**
 * Replaces the class of graphql-codegen by our own. Its class takes types from a package that users need not install;
 * without that package, the documents would silently lose their types.
 */
function withOwnClass(generated: string, classFrom: string): string {
	const theirs = /import type \{ DocumentTypeDecoration \}.*\n/;
	const itsClass = /export class TypedDocumentString<[\s\S]*?\n\}\n/;
	if (!theirs.test(generated) || !itsClass.test(generated)) throw new Error("The documents are of another shape.");
	return (
		generated
			.replace(theirs, `import { TypedDocumentString } from "${classFrom}";\n`)
			.replace(itsClass, "")
			.replace(/, \{"fragmentName":"\w+"\}\)/g, ")")
			// Bundlers remove an unused document only if they know that its constructor has no side effects.
			.replaceAll("= new TypedDocumentString(", "= /* @__PURE__ */ new TypedDocumentString(")
			.replace(/^export type (\w+?)(?:Query|Mutation)Variables =/gm, "/** The variables of {@link $1Document}. */\n$&")
			.replace(/^export type (\w+?)(?:Query|Mutation) =/gm, "/** The result of {@link $1Document}. */\n$&")
			.replace(/^export type (\w+)Fragment =/gm, "/** The fields of the fragment {@link $1FragmentDoc}. */\n$&")
			.replace(/^export const (\w+)FragmentDoc =/gm, "/** The fragment `$1`. */\n$&")
			.replace(/^export const (\w+)Document =/gm, "/** The operation `$1` as a typed document. */\n$&")
	);
}
