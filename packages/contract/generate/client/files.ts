/**
 * Generates the client's operations. Each has a type for its parameters, a standalone function named after its
 * operationId, a row in the table of methods, and JSDoc with the contract's prose.
 */
import type { Model } from "../model";
import { pascal } from "./names";
import { usualDescriptions, write } from "./operation";
import { tableOf } from "./rows";

/** A hand-written function that takes a client as its first argument, and that is also a method of a resource. */
export interface Helper {
	readonly resource: string;
	readonly action: string;
	readonly name: string;
	readonly params: string;
	readonly from: string;
}

/** The differences between the client's own files and those of an extension. */
export interface ClientLayout {
	/** The first line of each file. */
	readonly banner: string;
	/** The names of the file of functions and the file of resources, without extension. */
	readonly functions: string;
	readonly resources: string;
	/** The extension of a file's name in imports. */
	readonly ending: string;
	/** Return the lines that import what the code of each file uses. */
	readonly functionImports: (code: string, senders: readonly string[]) => string;
	readonly resourceImports: (code: string, senders: readonly string[]) => string;
	readonly helpers: readonly Helper[];
	/** The description of the interface of all resources, in one line. */
	readonly all: string;
}

/** Returns the two files of a client, by their paths in the layout's folder. */
export function clientFiles(model: Model, layout: ClientLayout): Map<string, string> {
	const { helpers } = layout;
	const usual = usualDescriptions(model);
	const written = model.operations.map((one) => ({ one, ...write(one, model, usual) }));
	const senders = [...new Set(written.map(({ send }) => send))].sort();
	const functions = written.map(({ types, code }) => `${types}\n${code}`).join("\n");
	const resources = [...new Set(model.operations.map((one) => one.resource))];
	const interfaces = resources.map((resource) => {
		const members = written
			.filter(({ one }) => one.resource === resource)
			.map(({ docs, member }) => `${docs}\t${member}`);
		for (const { action, name, params } of helpers.filter((one) => one.resource === resource))
			members.push(
				`\t/** The same as {@link ${name}}. */\n\t${action}(params: ${params}, options?: Parameters<typeof ${name}>[2]): ReturnType<typeof ${name}>;`,
			);
		return `/** Methods of \`${resource}\`. */\nexport interface ${pascal(resource)} {\n${members.join("\n")}\n}\n`;
	});
	const tables = resources.map((resource) => {
		const own = written.filter(({ one }) => one.resource === resource);
		const senders = [...new Set(own.map(({ send }) => send))].sort();
		const byHand = helpers.filter((one) => one.resource === resource).map(({ action, name }) => `${action}: ${name}`);
		const more = byHand.length > 0 ? `\n\thelpers: { ${byHand.join(", ")} },` : "";
		const rows = tableOf(
			resource,
			own.map(({ one, send, route }) => ({ name: one.action, sender: send, route })),
		);
		return `/** The resource \`${resource}\`, for {@link createClient} of \`@tenon/client/resources\`. */\nexport const ${resource}: Resource<${pascal(resource)}> = {\n\tsenders: { ${senders.join(", ")} },${more}\n\trows: \`${rows}\`,\n};\n`;
	});
	const reads = resources.map((resource) => {
		const safe = model.operations.filter((one) => one.resource === resource && one.verb === "get");
		return `\t${resource}: ${safe.map((one) => JSON.stringify(one.action)).join(" | ") || "never"};`;
	});
	const params = model.operations.map((one) => `\t${pascal(one.id)}Params,`);
	const facade = `${interfaces.join("\n")}
/** ${layout.all} */
export interface Resources {
${resources.map((resource) => `\treadonly ${resource}: ${pascal(resource)};`).join("\n")}
}

/** The methods that only read, by resource. */
export interface Reads {
${reads.join("\n")}
}

${tables.join("\n")}
/** All resources. */
export const resources = {
${resources.map((resource) => `\t${resource},`).join("\n")}
};
`;
	const ofParams = `import type {\n${params.join("\n")}\n} from "./${layout.functions}${layout.ending}";`;
	const imports = [layout.resourceImports(facade, senders), ofParams].join("\n");
	return new Map([
		[`${layout.functions}.ts`, `${layout.banner}\n${layout.functionImports(functions, senders)}\n\n${functions}`],
		[`${layout.resources}.ts`, `${layout.banner}\n${imports}\n\n${facade}`],
	]);
}
