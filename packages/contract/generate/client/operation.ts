/** Generates an operation of the client: the type of its parameters, its function, its method and its row. */

import { accessText, either, lifecycleText, tierText } from "../../src/reference/wording";
import type { Model, OperationModel } from "../model";
import { example } from "./example";
import { constrained, fieldsOf, type Result, resultOf, typeOf, wholeBody } from "./fields";
import { deprecation, doc, fieldDoc } from "./jsdoc";
import { key, pascal } from "./names";
import { isFile, route } from "./route";

/** Refusals that mean the same for every operation: JSDoc only lists their statuses. */
const usualRefusals = new Set(["400", "401", "403", "404"]);

function refusals(one: OperationModel, usual: ReadonlyMap<string, string>): string[] {
	const all = Object.entries(one.responses).filter(([status]) => !status.startsWith("2"));
	const isUsual = ([status, { description }]: (typeof all)[number]) => usual.get(status) === flat(description);
	const statuses = all.filter(isUsual).map(([status]) => status);
	return [
		...(statuses.length > 0 ? [`Can be refused with ${either(statuses)}.`] : []),
		...all.filter((each) => !isUsual(each)).map(([status, { description }]) => `- ${status}: ${flat(description)}`),
	];
}

const flat = (text: string): string => text.trim().replace(/\s+/g, " ");

/** Returns the description that most operations have for a common status. */
export function usualDescriptions(model: Model): Map<string, string> {
	const counts = new Map<string, Map<string, number>>();
	for (const one of model.operations)
		for (const [status, { description }] of Object.entries(one.responses)) {
			if (!usualRefusals.has(status)) continue;
			const texts = counts.get(status) ?? new Map<string, number>();
			counts.set(status, texts.set(flat(description), (texts.get(flat(description)) ?? 0) + 1));
		}
	const most = (texts: Map<string, number>) => [...texts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "";
	return new Map([...counts].map(([status, texts]) => [status, most(texts)]));
}

export interface Written {
	types: string;
	code: string;
	member: string;
	docs: string;
	/** The client's function that sends the request. */
	send: string;
	/** The route, in the format that the client's `route` reads. */
	route: string;
}

export function write(one: OperationModel, model: Model, usual: ReadonlyMap<string, string>): Written {
	const fields = one.servers ? [] : fieldsOf(one, model);
	const whole = wholeBody(one, model);
	const declaredResult = resultOf(one);
	// An operation with its own server is sent to a URL that the caller passes, with a key for that URL.
	const elsewhere = one.servers !== undefined;
	const result: Result =
		elsewhere && declaredResult.kind === "list"
			? { kind: "value", type: `(${declaredResult.type})[]` }
			: declaredResult;
	const params = `${pascal(one.id)}Params`;
	const description = (indent: string, as: "method" | "function") =>
		doc(
			[
				one.source.summary,
				one.source.description ? `\n${one.source.description}` : undefined,
				"",
				[
					accessText({ domain: one.domain, access: one.source["x-tenon-access"] }),
					tierText(one.source["x-tenon-tier"]),
					lifecycleText(one.source["x-tenon-lifecycle"]),
				]
					.filter(Boolean)
					.join(" "),
				"",
				`\`${one.verb.toUpperCase()} ${one.path}\``,
				"",
				...refusals(one, usual),
				deprecation(one.source.deprecated, one.source["x-tenon-lifecycle"]),
				`@example\n${example(one, fields, result, as, model)}`,
			],
			indent,
		);
	const body = fields
		.map((field) => {
			const undefinedToo = field.required ? "" : " | undefined";
			return `${fieldDoc(field)}\t${key(field.name)}${field.required ? "" : "?"}: ${typeOf(field.schema, "request")}${undefinedToo};\n`;
		})
		.join("");
	const declared = constrained(`{\n${body}}`, one, model);
	const types = elsewhere
		? `/** Address, key and payload of {@link ${one.id}}. */\nexport interface ${params} {\n\t/** The whole address, as the integration's settings show it. */\n\turl: string;\n\t/** The integration's authorization key. */\n\tkey: string;\n\tpayload: ${whole};\n}\n`
		: declared === `{\n${body}}`
			? `/** Parameters of {@link ${one.id}}. */\nexport interface ${params} ${declared}\n`
			: `/** Parameters of {@link ${one.id}}. */\nexport type ${params} = ${declared};\n`;
	const optional = !elsewhere && fields.every((field) => !field.required);
	const returns = result.kind === "list" ? `Paginated<${result.type}>` : `ApiPromise<${result.type}>`;
	const kinds = { list: "list", value: "call", nothing: "call", file: "download" };
	const send = elsewhere ? "sendTo" : fields.some(isFile) ? "upload" : kinds[result.kind];
	const parameter = optional ? `params: ${params} = {}` : `params: ${params}`;
	const own = route(one, fields, result);
	return {
		types,
		docs: description("\t", "method"),
		send,
		route: own,
		code: `const ${one.id}Route = /* @__PURE__ */ route("${own}");\n\n${description("", "function")}export function ${one.id}(client: Connection, ${parameter}, options?: RequestOptions): ${returns} {\n\treturn ${send}(client, ${one.id}Route, params, options);\n}\n`,
		member: `${one.action}(params${optional ? "?" : ""}: ${params}, options?: RequestOptions): ${returns};`,
	};
}
