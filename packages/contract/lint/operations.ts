/** Rules for the metadata of every operation. */
import { domains } from "../generate/domains";
import { type Contract, type OperationSite, operations } from "./contract";
import type { Fault, Rule } from "./rule";

const domainNames: readonly string[] = domains.filter((domain) => domain !== "common");

const tags: Rule = {
	name: "one-domain",
	*check(contract) {
		for (const { at, source } of operations(contract)) {
			const [tag = "", ...more] = source.tags ?? [];
			if (more.length > 0 || !domainNames.includes(tag))
				yield { at, says: `The operation has exactly one tag, one of ${domainNames.join(", ")}.` };
		}
	},
};

function* repeated(contract: Contract, what: string, of: (one: OperationSite) => string | undefined): Generator<Fault> {
	const owners = new Map<string, string>();
	for (const one of operations(contract)) {
		const name = of(one);
		if (name === undefined) continue;
		const other = owners.get(name);
		if (other) yield { at: one.at, says: `The ${what} ${name} is that of ${other}, too.` };
		owners.set(name, one.id);
	}
}

const ids: Rule = {
	name: "operation-id",
	*check(contract) {
		for (const { at, source } of operations(contract))
			if (!/^[a-z][A-Za-z\d]*$/.test(source.operationId ?? ""))
				yield { at, says: `The operation needs an operationId in camelCase, found ${source.operationId ?? "none"}.` };
		yield* repeated(contract, "operationId", ({ source }) => source.operationId);
	},
};

const methods: Rule = {
	name: "one-method-each",
	check: (contract) => repeated(contract, "x-tenon-method", ({ source }) => source["x-tenon-method"]),
};

const summaries: Rule = {
	name: "summary",
	*check(contract) {
		for (const { at, source } of operations(contract))
			if (!/^[^\n]+\.$/.test(source.summary?.trim() ?? ""))
				yield { at, says: "The summary is one sentence with a full stop." };
	},
};

const refusals: Rule = {
	name: "statuses",
	*check(contract) {
		for (const { at, source, responses, rest, security } of operations(contract)) {
			const declared = responses.map(([status]) => status);
			if (!declared.some((status) => status.startsWith("2")))
				yield { at, says: "The operation declares no 2xx response." };
			for (const status of declared)
				if (!/^[1-5]\d\d$/.test(status))
					yield { at, says: `${status} is not a status; each is declared by its number.` };
			// Alerts have their own refusals, and GraphQL reports errors with status 200.
			if (!rest || source.tags?.[0] === "alerts") continue;
			const needed = security.length === 0 ? ["400", "403", "404"] : ["400", "401", "403", "404"];
			for (const status of needed)
				if (!declared.includes(status)) yield { at, says: `The operation declares no ${status}.` };
		}
	},
};

const templates: Rule = {
	name: "path-parameters",
	*check(contract) {
		for (const { at, path, parameters, rest } of operations(contract)) {
			if (!rest) continue;
			const inPath = [...path.matchAll(/\{(.+?)\}/g)].map((match) => match[1] ?? "");
			const declared = parameters.filter((one) => one.in === "path");
			for (const name of inPath)
				if (!declared.some((one) => one.name === name))
					yield { at, says: `The path's parameter ${name} is not declared.` };
			for (const { name, required } of declared) {
				if (!inPath.includes(name)) yield { at, says: `${name} is not in the path.` };
				if (!required) yield { at, says: `${name} is in the path and so is required.` };
			}
		}
	},
};

const parameterNames: Rule = {
	name: "one-name-each",
	*check(contract) {
		// Callers of the client pass path parameters, query parameters and the body's fields in one object.
		for (const { at, parameters } of operations(contract)) {
			const names = parameters.filter((one) => one.in !== "header").map((one) => one.name);
			for (const name of new Set(names))
				if (names.filter((one) => one === name).length > 1) yield { at, says: `Two parameters are named ${name}.` };
		}
	},
};

export const operationRules: Rule[] = [tags, ids, methods, summaries, refusals, templates, parameterNames];
