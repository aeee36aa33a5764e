import type { OperationRow, PaginationRow } from "../operation-row";
import { code, codes, listItem } from "./markdown";
import { type Member, memberList, type TypeText } from "./members";
import type { OperationTexts } from "./operation-texts";
import { accessText, lifecycleText, tierText } from "./wording";

const json = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

const retryTexts = {
	safe: "Safe: it changes nothing, and clients send it again after a failure.",
	idempotent: "Idempotent: clients send it again after a failure, with the same result.",
	"non-idempotent":
		"Not idempotent: clients send it again only after a 429, or where the request provably never left them.",
} as const;

function pagesText({ styles, max, defaultOrder, orderKeys, keyset }: PaginationRow): string {
	if (styles.length === 0) return "The list comes whole.";
	return [
		`By ${styles.join(" and ")}${max ? `, at most ${max} a page` : ""}.`,
		defaultOrder && `Order: ${code(defaultOrder)}${orderKeys ? `; keys ${codes(orderKeys)}` : ""}.`,
		keyset?.since && `Keyset since release ${keyset.since}.`,
		keyset?.anonymousOnly && "Keyset only without credentials.",
		keyset?.requiredAbove && `Keyset is required above ${keyset.requiredAbove.toLocaleString("en")} records.`,
	]
		.filter(Boolean)
		.join(" ");
}

function rateText({ limit, period, per, key }: NonNullable<OperationRow["rateLimit"]>): string {
	const time = period % 60 === 0 ? `${period / 60} min` : `${period} s`;
	return `${limit} requests in ${time} per ${per.replaceAll("-", " ")} (${code(key)}).`;
}

/** Returns the short facts of an operation in the contract. */
function factList(row: OperationRow): string {
	const { access, tier, lifecycle, pagination, rateLimit, retry, reveals = [], evidence, deprecated } = row;
	const facts: [name: string, text: string | false | undefined][] = [
		["Deprecated", deprecated && (lifecycle?.replacedBy ? `use ${lifecycle.replacedBy}` : "yes")],
		["Removal", lifecycle?.removal && `planned for ${lifecycle.removal}`],
		["Access", accessText(row)],
		["Scopes", access.scopes.length > 0 && `one of ${codes(access.scopes)}`],
		["Plan", tierText(tier)],
		["Lifecycle", lifecycleText(lifecycle)],
		["Pages", pagination && pagesText(pagination)],
		["Rate limit", rateLimit && rateText(rateLimit)],
		["Retry", retryTexts[retry]],
		["Secrets", reveals.length > 0 && `shown in ${codes(reveals)}`],
		["Stated by the specification", evidence.stated.length > 0 && codes(evidence.stated)],
		["Assumed", evidence.assumed.length > 0 && codes(evidence.assumed)],
	];
	return facts
		.filter(([, text]) => text)
		.map(([name, text]) => `- **${name}:** ${text}`)
		.join("\n");
}

const parametersIn = (row: OperationRow, where: "path" | "query", texts: OperationTexts | undefined): Member[] =>
	row.parameters
		.filter((parameter) => parameter.in === where)
		.map(({ name, required, deprecated, schema, tier, lifecycle }) => ({
			name,
			required: required === true,
			deprecated: deprecated === true,
			schema,
			description: texts?.parameters[name]?.description ?? "",
			tier,
			lifecycle,
		}));

function bodyText(row: OperationRow, texts: OperationTexts | undefined, typeText: TypeText): string {
	if (!row.body) return "";
	const { types, required, fields = [], schema, atLeastOne = [], exclusive = [] } = row.body;
	const describe = (path: string): string | undefined => texts?.fields[path];
	const members = fields.map(
		(field): Member => ({
			...field,
			required: field.required === true,
			deprecated: field.lifecycle?.stage === "deprecated",
			description: describe(field.name) ?? "",
		}),
	);
	// A body without fields only has a type.
	const whole: Member[] = schema
		? [{ name: "body", required, deprecated: false, schema, description: "The whole body." }]
		: members;
	return [
		"## Body",
		`${codes(types)}, ${required ? "required" : "optional"}.`,
		atLeastOne.length > 0 && `At least one of ${codes(atLeastOne)}.`,
		exclusive.length > 0 && `Never together: ${codes(exclusive)}.`,
		memberList(whole, typeText, describe),
		...Object.entries(texts?.examples ?? {}).map(([name, example]) => `${name}:\n\n${json(example)}`),
	]
		.filter(Boolean)
		.join("\n\n");
}

function responsesText(row: OperationRow, texts: OperationTexts | undefined, typeText: TypeText): string {
	const known = new Map(texts?.responses.map((response) => [response.status, response]));
	const responses = row.statuses.map((status) => {
		const { description = "", type, example } = known.get(status) ?? {};
		const text = [description.trim(), type && `Returns ${typeText(type)}.`].filter(Boolean).join(" ");
		return listItem(`**${status}** ${text}`, example === undefined ? "" : json(example));
	});
	return `## Responses\n\n${responses.join("\n")}`;
}

/**
 * Returns the reference of an operation as Markdown: its description, who may call it, its parameters, fields and
 * responses, with the examples of the contract. Its summary, verb and path are for the caller's heading. `typeText`
 * writes the name of a type; without it, the name is set as code.
 *
 * @example
 * import { operations } from "@tenon/contract";
 * import { operationReference } from "@tenon/contract/reference";
 *
 * console.log(operationReference(operations.getPipeline, undefined));
 */
export function operationReference(
	row: OperationRow,
	texts: OperationTexts | undefined,
	typeText: TypeText = code,
): string {
	const section = (title: string, members: readonly Member[]): string =>
		members.length > 0 ? `## ${title}\n\n${memberList(members, typeText)}` : "";
	return [
		texts?.description.trim(),
		factList(row),
		section("In the path", parametersIn(row, "path", texts)),
		section("In the query", parametersIn(row, "query", texts)),
		bodyText(row, texts, typeText),
		responsesText(row, texts, typeText),
	]
		.filter(Boolean)
		.join("\n\n");
}
