import type { Media, Parameter } from "../generate/document";
import type { OperationModel } from "../generate/model";
import { literal, Source } from "./literal";

/** The input of an operation in the examples, from the contract's own examples. */
export interface Sample {
	path: Record<string, unknown>;
	query: Record<string, unknown>;
	/** Undefined if there is no body. */
	body: unknown;
	/** The name of the file field. */
	file?: string;
}

/** Returns the first example of an item in the contract; prefers a text to a number. */
function firstExample(one: { example?: unknown; examples?: Record<string, { value?: unknown }> }): unknown {
	if (one.example !== undefined) return one.example;
	const values = Object.values(one.examples ?? {}).map(({ value }) => value);
	return values.find((value) => typeof value === "string") ?? values[0];
}

function parameterValue(parameter: Parameter & Media): unknown {
	const example = firstExample(parameter);
	if (example !== undefined) return example;
	if (parameter.schema.enum) return parameter.schema.enum[0];
	return [parameter.schema.type].flat().includes("integer") ? 7 : "web";
}

/** Returns the required parameters, one filter if the contract has an example for it, and the body. */
export function sampleOf(one: OperationModel): Sample {
	const sample: Sample = { path: {}, query: {}, body: undefined };
	const required = one.parameters.filter((each) => each.required && each.in !== "header");
	const filter = one.parameters.find(
		(each) => each.in === "query" && !each.required && !each.deprecated && firstExample(each as Media) !== undefined,
	);
	for (const each of filter ? [...required, filter] : required)
		sample[each.in === "path" ? "path" : "query"][each.name] = parameterValue(each);
	const content = one.source.requestBody?.content;
	if (content?.["application/json"]) sample.body = firstExample(content["application/json"]);
	const file = Object.keys(content ?? {}).join() === "multipart/form-data";
	return file ? { ...sample, file: "avatar" } : sample;
}

/** Returns the arguments of the client's method as source text; empty if it has none. */
function clientParams(one: OperationModel): string {
	const { path, query, body, file } = sampleOf(one);
	if (one.servers) return literal({ url: new Source("url"), key: new Source("key"), payload: body });
	const params = {
		...path,
		...query,
		...(body ?? {}),
		...(file ? { [file]: new Source('{ data, name: "me.png" }') } : {}),
	};
	return Object.keys(params).length > 0 ? literal(params) : "";
}

const isList = (one: OperationModel): boolean =>
	one.source["x-tenon-pagination"] !== undefined && one.servers === undefined;

const isVoid = (one: OperationModel): boolean =>
	!Object.entries(one.responses).some(([status, { content }]) => status.startsWith("2") && content);

/** Returns the lines before the call, if it needs more than a client. */
function preface(one: OperationModel): string {
	if (one.servers)
		return 'const url = "https://platform.example.com/acme/web/alerts/notify/monitoring/9f8e7d6c5b4a3921.json";\nconst key = process.env.ALERT_KEY ?? "";\n';
	return sampleOf(one).file ? 'const data = new Blob([await readFile("me.png")]);\n' : "";
}

const needsFile = (one: OperationModel): string =>
	sampleOf(one).file ? 'import { readFile } from "node:fs/promises";\n' : "";

function used(one: OperationModel, call: string): string {
	if (isList(one)) return `for await (const item of ${call}) {\n\tconsole.log(item);\n}`;
	return isVoid(one) ? `await ${call};` : `const result = await ${call};`;
}

/** Returns the example that calls the client's method. */
export function facadeExample(one: OperationModel): string {
	const call = `tenon.${one.resource}.${one.action}(${clientParams(one)})`;
	return `import { createClient } from "@tenon/client";
${needsFile(one)}
const tenon = createClient({
	baseUrl: "https://platform.example.com",
	auth: { token: process.env.TENON_TOKEN ?? "" },
});
${preface(one)}
${used(one, call)}
`;
}

/** Returns the example that calls the standalone function. */
export function functionExample(one: OperationModel): string {
	const params = clientParams(one);
	return `import { connect, ${one.id} } from "@tenon/client/operations";
${needsFile(one)}
const tenon = connect({
	baseUrl: "https://platform.example.com",
	auth: { token: process.env.TENON_TOKEN ?? "" },
});
${preface(one)}
${used(one, `${one.id}(tenon${params && `, ${params}`})`)}
`;
}

const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function address(one: OperationModel, { path, query }: Sample): string {
	const base = one.domain === "graphql" ? "https://platform.example.com/api" : "https://platform.example.com/api/v4";
	const filled = one.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name] ?? "")));
	const search = new URLSearchParams(
		Object.entries(query).flatMap(([name, value]) =>
			Array.isArray(value) ? value.map((item) => [`${name}[]`, String(item)]) : [[name, String(value)]],
		),
	);
	return `${base}${filled}${search.size > 0 ? `?${search}` : ""}`;
}

/** Returns the example that uses curl. */
export function curlExample(one: OperationModel): string {
	const sample = sampleOf(one);
	const keyed = one.source["x-tenon-access"]?.role !== "token";
	const lines = [
		`curl${one.verb === "get" ? "" : ` --request ${one.verb.toUpperCase()}`}`,
		one.servers && '--header "Authorization: Bearer $ALERT_KEY"',
		!one.servers && keyed && '--header "PRIVATE-TOKEN: $TENON_TOKEN"',
		sample.file && `--form "${sample.file}=@me.png"`,
		sample.body !== undefined && '--header "Content-Type: application/json"',
		sample.body !== undefined && `--data ${shellQuoted(JSON.stringify(sample.body, null, 2))}`,
		one.servers ? '"$ALERT_URL"' : `"${address(one, sample)}"`,
	];
	return lines.filter(Boolean).join(" \\\n  ");
}
