import type { ReactElement, ReactNode } from "react";
import { Link } from "wouter";
import type { Detail } from "../api/control";
import { inWorld, useWorld } from "../app/world";
import { type Fact, Facts } from "../parts/facts";
import { RuleButton } from "../rules/rule-button";
import { useSend } from "./send-menu";

interface WhyPanelProps {
	readonly entry: Detail;
	readonly onOpen: (id: string) => void;
	readonly onTab: (tab: string) => void;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const userOf = ({ user }: Detail): string => user ?? "A caller without a credential";

/** Returns the texts in a refusal's body, without the JSON around them. */
function wordsOf(detail: string): string {
	const texts = (value: unknown): string[] =>
		typeof value === "object" && value !== null ? Object.values(value).flatMap(texts) : [String(value)];
	try {
		return texts(JSON.parse(detail)).join(" ");
	} catch {
		return detail;
	}
}

/** Describes the outcome of the request in one sentence. */
function headline(entry: Detail): ReactNode {
	const { status, operation, why, access, overridden, faults, broken } = entry;
	if (overridden) return "An override of the mock gave this response.";
	if (faults.length > 0) return `A fault of the mock changed this response: ${faults.join(", ")}.`;
	if (broken === "aborted") return "The caller left before there was a response.";
	if (status < 400) return `${userOf(entry)} may do this, and it succeeded.`;
	if (operation === undefined) return "No operation has this address.";
	if (why?.rule === "role" && access)
		return (
			<>
				{userOf(entry)} may not do this: {operation} needs <b>{access.needed}</b>, and {entry.user ?? "the caller"} has{" "}
				<b>{access.has}</b>
				{access.where && ` in ${access.where}`}
				{access.from && ` (from ${access.from})`}.
			</>
		);
	if (why?.rule === "parameter") return `The platform does not accept this: ${wordsOf(why.detail)}`;
	return why ? `${capital(why.detail)}.` : `The platform responded with ${status}.`;
}

function EntryFacts({ entry: { why, access, credential, user, operation } }: { entry: Detail }): ReactElement {
	const facts: Fact[] = [];
	if (why) facts.push(["Rule", why.rule], ["Detail", why.detail]);
	if (access) {
		facts.push(["Role needed", access.needed]);
		facts.push([
			`Role of ${user ?? "the caller"}`,
			`${access.has}${access.where ? ` in ${access.where}` : ""}${access.from ? `, from ${access.from}` : ""}`,
		]);
	}
	facts.push([
		"Credential",
		credential
			? `${credential.kind}${credential.name ? ` “${credential.name}”` : ""}${credential.id === null ? "" : `, id ${credential.id}`}, sent by ${credential.sentBy}`
			: "none",
	]);
	if (operation) facts.push(["Operation", operation]);
	return <Facts facts={facts} />;
}

function Contract({ verdict }: { verdict: Detail["verdict"] }): ReactElement | null {
	if (!verdict) return null;
	if (verdict.ok) return <p className="verdict good">The response conforms to the contract.</p>;
	return (
		<div className="verdict bad">
			<p>The response breaks the contract:</p>
			<ul className="mono">
				{verdict.problems.map((problem) => (
					<li key={problem}>{problem}</li>
				))}
			</ul>
		</div>
	);
}

function Suggestions({ entry, onOpen }: { entry: Detail; onOpen: (id: string) => void }): ReactElement | null {
	const world = useWorld();
	const send = useSend(entry.id, onOpen);
	if (entry.didYouMean.length === 0) return null;
	/** Returns a suggested path with the values of the request's path in place of its parameters. */
	const filled = (path: string): string => {
		const sent = entry.path.split("/");
		return path
			.split("/")
			.map((part, at) => (part.startsWith("{") ? (sent[at] ?? part) : part))
			.join("/");
	};
	return (
		<div className="stack">
			<h3>Did you mean</h3>
			<ul className="suggestions">
				{entry.didYouMean.map(({ operation, method, path }) => {
					const target = filled(path);
					return (
						<li key={operation}>
							<div>
								<Link href={inWorld(`/explore/${operation}`, world)}>
									<b>{operation}</b>
								</Link>
								<div className="mono">
									{method} {path}
								</div>
							</div>
							{!target.includes("{") && (
								<button
									type="button"
									className="button"
									aria-label={`Send as ${operation}`}
									onClick={() => void send({ method: method as "GET", path: target })}
								>
									Send
								</button>
							)}
						</li>
					);
				})}
			</ul>
		</div>
	);
}

/** Explains the outcome of a request, and suggests what to do next. */
export function WhyPanel({ entry, onOpen, onTab }: WhyPanelProps): ReactElement {
	const send = useSend(entry.id, onOpen);
	const world = useWorld();
	const who = entry.access?.who;
	return (
		<div className="why">
			<p className="headline">{headline(entry)}</p>
			{entry.why?.noted === "now" && (
				<p className="soft">
					Worked out now, from the mock’s state as it is. While this page is open it is noted as it happens.
				</p>
			)}
			<div className="actions">
				{who && (
					<button type="button" className="button primary" onClick={() => void send({ as: who })}>
						Send as {who}
					</button>
				)}
				{entry.changes.length > 0 && (
					<button type="button" className="button" onClick={() => onTab("changes")}>
						See {entry.changes.length} changed {entry.changes.length === 1 ? "row" : "rows"}
					</button>
				)}
				{entry.why?.rule === "role" && entry.user && (
					<Link className="button" href={inWorld(`/data/members?q=user%3A${encodeURIComponent(entry.user)}`, world)}>
						Memberships of {entry.user}
					</Link>
				)}
				{(entry.faults.length > 0 || entry.overridden) && (
					<Link className="button" href={inWorld("/control/rules", world)}>
						Rules
					</Link>
				)}
				<RuleButton operation={entry.operation} path={entry.path} user={entry.user} />
			</div>
			<Suggestions entry={entry} onOpen={onOpen} />
			<EntryFacts entry={entry} />
			<Contract verdict={entry.verdict} />
		</div>
	);
}
