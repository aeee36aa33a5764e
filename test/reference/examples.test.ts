import { basename } from "node:path";
import { buildSchema } from "graphql";
import ts from "typescript";
import { expect, test } from "vitest";
import type { Document } from "../../packages/contract/generate/document";
import { readSchema } from "../../packages/contract/generate/graphql";
import { readOwnModel } from "../../packages/contract/generate/own";
import { twinOf } from "../../packages/contract/generate/twins";
import contract from "../../packages/contract/openapi.json";
import { graphqlExample, readDocuments } from "../../packages/contract/reference/graphql-documents";
import { facadeExample, functionExample } from "../../packages/contract/reference/samples";
import { publicModules } from "../../packages/contract/reference/typedoc";
import { programOf } from "./program";

// Lint checks that the bundled document only uses the generators' subset of OpenAPI.
const model = await readOwnModel(contract as unknown as Document);
const documents = await readDocuments();
const schema = buildSchema(await readSchema());

const examples = new Map(
	model.operations.flatMap((one): [string, string][] => {
		const twin = documents.get(twinOf(one.id) ?? "");
		return [
			[`${one.id}.facade.ts`, facadeExample(one)],
			[`${one.id}.function.ts`, functionExample(one)],
			...(twin ? [[`${one.id}.graphql.ts`, graphqlExample(twin, schema)] satisfies [string, string]] : []),
		];
	}),
);
const modules = await publicModules();
/** The program for both tests, because creating it takes most of the time. */
const program = programOf(modules, examples);

test("every TypeScript example of the reference is without a type error", () => {
	expect(examples.size).toBeGreaterThan(250);
	const faults = [...examples.keys()].flatMap((name) => {
		const file = program.getSourceFiles().find(({ fileName }) => basename(fileName) === name);
		return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
			.filter(({ category }) => category === ts.DiagnosticCategory.Error)
			.map(({ messageText }) => `${name}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`);
	});
	expect(faults).toEqual([]);
});

test("every document that is shown next to an operation exists", () => {
	const named = model.operations.flatMap(({ id }) => twinOf(id) ?? []);
	expect(named.length).toBeGreaterThan(40);
	expect(named.filter((name) => !documents.has(name))).toEqual([]);
});

test("every export of the packages' entry points has JSDoc", () => {
	const checker = program.getTypeChecker();
	const bare = modules.flatMap((path) => {
		const file = program.getSourceFile(path);
		const module = file && checker.getSymbolAtLocation(file);
		if (!module) return [`${path} is not a module`];
		return checker.getExportsOfModule(module).flatMap((one) => {
			const symbol = one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one;
			const own = symbol.declarations?.some(({ getSourceFile }) => !/node_modules/.test(getSourceFile.name));
			const documentation = ts.displayPartsToString([
				...one.getDocumentationComment(checker),
				...symbol.getDocumentationComment(checker),
			]);
			return own !== false && documentation.trim() === ""
				? [`${path.slice(path.indexOf("packages/"))}: ${one.name}`]
				: [];
		});
	});
	expect(bare).toEqual([]);
});
