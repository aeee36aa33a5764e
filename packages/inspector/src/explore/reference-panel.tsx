import type { ReactElement } from "react";
import { BodyView } from "../parts/body-view";
import { type Fact, Facts } from "../parts/facts";
import { Prose } from "../parts/prose";
import type { Member, Operation } from "./operations";
import { plainSchema } from "./params";

const retries = {
	safe: "Safe: it changes nothing, and clients send it again after a failure.",
	idempotent: "Idempotent: clients send it again after a failure, with the same result.",
	"non-idempotent": "Not idempotent: clients send it again only after a 429.",
} as const;

/** Who may call it. */
function accessOf({ access }: Operation): string {
	const { role, where, or = [], scopes } = access;
	const isPlace = !["instance", "self"].includes(where);
	const least =
		role === "signed-in"
			? `anyone signed in${isPlace ? ` who may see the ${where}` : ""}`
			: `${role.replaceAll("_", " ")}${isPlace && role !== "anonymous" ? ` of the ${where}` : ""}`;
	const scope = scopes.length > 0 ? `, with a token of the scope ${scopes.join(" or ")}` : "";
	return `${[least, ...or.map((one) => one.replaceAll("_", " "))].join(" or ")}${scope}`;
}

const words = (value: { readonly [name: string]: unknown }): string =>
	Object.entries(value)
		.map(([name, one]) => `${name} ${typeof one === "object" ? JSON.stringify(one) : one}`)
		.join(", ");

function typeOf({ schema }: Member): string {
	const { type = "any value", choices, format } = plainSchema(schema);
	return `${type}${format ? ` (${format})` : ""}${choices.length > 0 ? `: ${choices.join(", ")}` : ""}`;
}

function Members({ title, members }: { title: string; members: readonly Member[] }): ReactElement | null {
	if (members.length === 0) return null;
	return (
		<section aria-label={title}>
			<h3>{title}</h3>
			<dl className="members">
				{members.map((member) => (
					<div key={member.name}>
						<dt>
							<code>{member.name}</code> <span className="soft">{typeOf(member)}</span>
							{member.required && <span className="chip">required</span>}
							{member.deprecated && <span className="chip">deprecated</span>}
						</dt>
						<dd>
							<Prose text={member.description} />
						</dd>
					</div>
				))}
			</dl>
		</section>
	);
}

/** What the contract says about an operation. */
export function ReferencePanel({ operation }: { operation: Operation }): ReactElement {
	const { members, tier, lifecycle, pagination, rate_limit: limit } = operation;
	const facts: readonly Fact[] = [
		["Access", accessOf(operation)],
		["Retry", retries[operation.retry]],
		...(tier ? [["Plan", words(tier)] satisfies Fact] : []),
		...(lifecycle ? [["Lifecycle", words(lifecycle)] satisfies Fact] : []),
		...(pagination ? [["Pages", words(pagination)] satisfies Fact] : []),
		...(limit ? [["Rate limit", words(limit)] satisfies Fact] : []),
	];
	const membersIn = (where: Member["in"]): readonly Member[] => members.filter((member) => member.in === where);
	return (
		<div className="reference stack">
			<Prose text={operation.summary ?? "This operation has no description."} />
			<Prose text={operation.description} />
			<Facts facts={facts} />
			<Members title="In the path" members={membersIn("path")} />
			<Members title="In the query" members={membersIn("query")} />
			<Members title="In the body" members={membersIn("body")} />
			<section aria-label="Responses">
				<h3>Responses</h3>
				{operation.responses.map(({ status, description, example }) => (
					<details key={status} className="response-case">
						<summary>
							<span className={`status ${status < 300 ? "good" : status < 400 ? "moved" : "warn"}`}>{status}</span>{" "}
							{description}
						</summary>
						{example !== undefined && <BodyView body={example} name={`Example of ${status}`} />}
					</details>
				))}
			</section>
		</div>
	);
}
