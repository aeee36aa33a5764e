/** Generates the exports of the record types that the client's methods return, for `@tenon/client`. */
import { type Model, reach } from "../model";

/** Returns a module that exports the types of the successful responses, and of the records in them. */
export function recordsFile(model: Model, banner: string): string {
	const returned = model.operations.flatMap(({ responses }) =>
		Object.entries(responses)
			.filter(([status]) => status.startsWith("2"))
			.flatMap(([, { content = {} }]) => Object.values(content).map(({ schema = {} }) => schema)),
	);
	const schemas = Object.fromEntries([...model.schemas.values()].map(({ name, schema }) => [name, schema]));
	const names = [...reach(returned, schemas)].sort();
	return `${banner}\nexport type {\n${names.map((name) => `\t${name},`).join("\n")}\n} from "@tenon/contract";\n`;
}
