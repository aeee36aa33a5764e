/** Rules for the bodies of requests and responses: their names and examples. */
import type { Media } from "../generate/document";
import { refName } from "../generate/model";
import { type Contract, operations, schemas } from "./contract";
import type { Rule } from "./rule";

interface Body {
	at: string;
	type: string;
	media: Media;
	/** Whether the body needs an example: it belongs to a request or a successful response. */
	shown: boolean;
}

function* bodies(contract: Contract): Generator<Body> {
	for (const { at, body, responses } of operations(contract)) {
		for (const [type, media] of Object.entries(body?.content ?? {}))
			yield { at: `${at} requestBody/${type}`, type, media, shown: true };
		for (const [status, { content = {} }] of responses)
			for (const [type, media] of Object.entries(content))
				yield { at: `${at} responses/${status}/${type}`, type, media, shown: status.startsWith("2") };
	}
}

const examplesOf = ({ example, examples }: Media): unknown[] => [
	...(example === undefined ? [] : [example]),
	...Object.values(examples ?? {}).map(({ value }) => value),
];

const exampleRule: Rule = {
	name: "example-given",
	*check(contract) {
		for (const { at, type, media, shown } of bodies(contract))
			if (shown && type === "application/json" && examplesOf(media).length === 0)
				yield { at, says: "The body shows no example." };
	},
};

const valid: Rule = {
	name: "example-valid",
	*check(contract) {
		const judged = contract.judge(contract.document);
		const seen = new Set<Media>();
		for (const { at, media } of bodies(contract)) {
			if (seen.has(media)) continue;
			seen.add(media);
			for (const example of examplesOf(media)) {
				const wrong = judged(media.schema ?? {}, example);
				if (wrong) yield { at, says: `The example does not fit: ${wrong}.` };
			}
		}
	},
};

const defaults: Rule = {
	name: "default-valid",
	*check(contract) {
		const judged = contract.judge(contract.document);
		const seen = new Set<object>();
		for (const { at, schema } of schemas(contract)) {
			if (schema.default === undefined || seen.has(schema)) continue;
			seen.add(schema);
			const wrong = judged(schema, schema.default);
			if (wrong) yield { at, says: `The default does not fit: ${wrong}.` };
		}
	},
};

const bodyNames: Rule = {
	name: "body-name",
	*check(contract) {
		for (const { at, id, body, rest, source } of operations(contract)) {
			// The body of an alert has the format of its sender, not the fields of this operation.
			if (!rest || source.tags?.[0] === "alerts") continue;
			const pascal = id.charAt(0).toUpperCase() + id.slice(1);
			for (const [type, { schema }] of Object.entries(body?.content ?? {})) {
				const name = refName(schema?.$ref ?? "");
				const fits = name === `${pascal}Body` || (type === "multipart/form-data" && name === `${pascal}Form`);
				if (!fits)
					yield { at: `${at} requestBody/${type}`, says: `The schema of the body is a reference to ${pascal}Body.` };
			}
		}
	},
};

export const bodyRules: Rule[] = [exampleRule, valid, defaults, bodyNames];
