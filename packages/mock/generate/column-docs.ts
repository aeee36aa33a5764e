/** The comments on tables and columns in `src/state/tables/`: the one place where a field's meaning is written. */
import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";

/** What a table and each of its columns mean. */
export interface TableDocs {
	readonly about: string;
	readonly columns: { readonly [name: string]: string };
}

function commentOf(node: ts.Node): string {
	const texts = ts.getJSDocCommentsAndTags(node).map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? "");
	return texts.join(" ").replace(/\s+/g, " ").trim();
}

/** The comments of the properties of an object literal, also of those that it spreads from constants of the file. */
function columnsOf(
	literal: ts.Expression | undefined,
	constants: ReadonlyMap<string, ts.Expression>,
): [string, string][] {
	if (!literal || !ts.isObjectLiteralExpression(literal)) return [];
	return literal.properties.flatMap((one): [string, string][] => {
		if (ts.isSpreadAssignment(one)) return columnsOf(constants.get(one.expression.getText()), constants);
		return one.name ? [[one.name.getText(), commentOf(one)]] : [];
	});
}

/** The comments of all tables, by their names. */
export function columnDocs(): ReadonlyMap<string, TableDocs> {
	const docs = new Map<string, TableDocs>();
	const folder = new URL("../src/state/tables/", import.meta.url);
	for (const file of readdirSync(folder)) {
		const source = ts.createSourceFile(file, readFileSync(new URL(file, folder), "utf8"), ts.ScriptTarget.Latest, true);
		const constants = new Map<string, ts.Expression>();
		const about = new Map<string, string>();
		for (const statement of source.statements) {
			// `interface Issue extends RowOf<typeof issues>` has the comment of the table.
			const [row] = ts.isInterfaceDeclaration(statement) ? (statement.heritageClauses ?? []) : [];
			if (row) about.set(/typeof (\w+)/.exec(row.getText())?.[1] ?? "", commentOf(statement));
			if (!ts.isVariableStatement(statement)) continue;
			for (const { name, initializer } of statement.declarationList.declarations)
				if (initializer) constants.set(name.getText(), initializer);
		}
		for (const [name, value] of constants)
			if (ts.isCallExpression(value) && value.expression.getText() === "table")
				docs.set(name, {
					about: about.get(name) ?? "",
					columns: Object.fromEntries(columnsOf(value.arguments[1], constants)),
				});
	}
	return docs;
}
