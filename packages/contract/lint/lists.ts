/** A rule for lists: each declares how requests select a page. */
import { jsonResponses, operations } from "./contract";
import type { Rule } from "./rule";

const offsetHeaders = ["X-Page", "X-Per-Page", "X-Next-Page", "X-Prev-Page", "X-Total", "X-Total-Pages", "Link"];
const offsetParameters = ["page", "per_page"];
const keysetParameters = ["pagination", "cursor"];

const described: Rule = {
	name: "list-pagination",
	*check(contract) {
		for (const one of operations(contract)) {
			const isList = jsonResponses(one, contract).some(([, schema]) => schema.type === "array");
			const pagination = one.source["x-tenon-pagination"];
			if (isList && !pagination)
				yield { at: one.at, says: "An operation that returns a list needs x-tenon-pagination." };
			if (!isList && pagination) yield { at: one.at, says: "x-tenon-pagination is for lists only." };
			if (pagination?.keyset && !pagination.styles.includes("keyset"))
				yield { at: one.at, says: "x-tenon-pagination describes keyset pages that its styles do not name." };
		}
	},
};

const complete: Rule = {
	name: "list-parameters",
	*check(contract) {
		for (const { at, source, parameters, responses } of operations(contract)) {
			const styles = source["x-tenon-pagination"]?.styles ?? [];
			const expected = [
				...(styles.includes("offset") ? offsetParameters : []),
				...(styles.includes("keyset") ? keysetParameters : []),
			];
			for (const name of expected)
				if (!parameters.some((one) => one.in === "query" && one.name === name))
					yield { at, says: `A list with ${styles.join(" and ")} pages has the parameter ${name}.` };
			if (!styles.includes("offset")) continue;
			for (const [status, { headers = {} }] of responses)
				if (status.startsWith("2"))
					for (const name of offsetHeaders)
						if (!Object.hasOwn(headers, name))
							yield { at, says: `A list with offset pages has the header ${name} in its ${status}.` };
		}
	},
};

export const listRules: Rule[] = [described, complete];
