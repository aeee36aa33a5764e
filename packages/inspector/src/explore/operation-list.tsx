import { type ReactElement, useEffect, useRef } from "react";
import { Link, useLocation } from "wouter";
import { useKeys } from "../app/keys";
import type { OperationSummary } from "./operations";

interface OperationListProps {
	readonly operations: readonly OperationSummary[];
	readonly selected: string | undefined;
	readonly search: string;
	readonly onSearch: (search: string) => void;
	readonly addressOf: (operation: string) => string;
}

/** Whether each word of the search is in an operation's name, verb, path or summary. */
const matches = ({ id, path, summary, verb }: OperationSummary, search: string): boolean =>
	search
		.toLowerCase()
		.split(/\s+/)
		.every((word) => `${id} ${verb} ${path} ${summary}`.toLowerCase().includes(word));

/** The operations by domain, and the GraphQL editor. */
export function OperationList(props: OperationListProps): ReactElement {
	const { operations, selected, search, onSearch, addressOf } = props;
	const field = useRef<HTMLInputElement>(null);
	const list = useRef<HTMLElement>(null);
	const [, navigate] = useLocation();
	const found = operations.filter((operation) => matches(operation, search));
	const step = (by: number): void => {
		const ids = ["graphql", ...found.map(({ id }) => id)];
		const next = ids[selected === undefined ? 0 : ids.indexOf(selected) + by];
		if (next !== undefined) navigate(addressOf(next));
	};
	useKeys([
		{ key: "/", label: "Find an operation", run: () => field.current?.focus() },
		{ key: "j", label: "Next operation", run: () => step(1) },
		{ key: "k", label: "Previous operation", run: () => step(-1) },
	]);
	// biome-ignore lint/correctness/useExhaustiveDependencies: the selected operation is marked as the current page.
	useEffect(() => {
		list.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" });
	}, [selected]);
	const domains = [...new Set(found.map(({ domain }) => domain))];
	const link = (id: string, label: string, note: string): ReactElement => (
		<li key={id}>
			<Link href={addressOf(id)} aria-current={id === selected ? "page" : undefined}>
				<span className="table-name">{label}</span>
				<span className="verb soft">{note}</span>
			</Link>
		</li>
	);
	return (
		<nav ref={list} className="table-list operation-list" aria-label="Operations">
			<search>
				<input
					ref={field}
					className="field"
					aria-label="Find an operation"
					placeholder="note, GET, runners…"
					value={search}
					onChange={(event) => onSearch(event.target.value)}
					onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
				/>
			</search>
			<ul>{link("graphql", "GraphQL", "query")}</ul>
			{domains.map((domain) => (
				<section key={domain} aria-label={domain}>
					<h2>{domain}</h2>
					<ul>{found.filter((one) => one.domain === domain).map(({ id, verb }) => link(id, id, verb))}</ul>
				</section>
			))}
			{found.length === 0 && (
				<div className="empty">
					<p>No operation matches.</p>
					<button type="button" className="button" onClick={() => onSearch("")}>
						Show all operations
					</button>
				</div>
			)}
		</nav>
	);
}
