import type { Model, NamedSchema } from "../generate/model";
import { isRequirement } from "../generate/requirement";
import { codes } from "../src/reference/markdown";
import { memberList, membersOf, type TypeText } from "../src/reference/members";
import { typeName } from "../src/reference/schema-words";
import type { MarkdownPage } from "./markdown-page";

function recordPage({ name, domain, schema, inRequests, inResponses }: NamedSchema, typeText: TypeText): MarkdownPage {
	const { anyOf = [], not, description = "" } = schema;
	const some = anyOf.every(isRequirement) ? anyOf.flatMap(({ required = [] }) => required) : [];
	const uses = [inRequests && "in requests", inResponses && "in responses"].filter(Boolean).join(" and ");
	return {
		path: `records/${domain}/${name}`,
		title: name,
		text: [
			uses && `*${uses.charAt(0).toUpperCase()}${uses.slice(1)}.*`,
			description.trim(),
			some.length > 0 && `At least one of ${codes(some)}.`,
			not && `Never together: ${codes(not.required)}.`,
			schema.properties ? memberList(membersOf(schema), typeText) : typeText(typeName(schema)),
		]
			.filter(Boolean)
			.join("\n\n"),
	};
}

/** Returns a page for each record of a domain. */
export const recordPages = (model: Model, domain: string, typeText: TypeText): MarkdownPage[] =>
	[...model.schemas.values()].filter((one) => one.domain === domain).map((one) => recordPage(one, typeText));
