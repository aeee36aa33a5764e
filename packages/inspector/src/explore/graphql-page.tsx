import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { type ReactElement, useDeferredValue, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { bodyOf, control, type Schemas } from "../api/control";
import { useWorld } from "../app/world";
import { UserSelect } from "../parts/user-select";
import { useOperation } from "./operations";
import { createQueryEditor, type QueryEditor } from "./query-editor";
import { ResponsePanel } from "./response-panel";
import { useRun } from "./use-run";

interface GraphqlPageProps {
	/** The user who sends the query; undefined for an anonymous caller. */
	readonly as: string | undefined;
	readonly onAs: (as: string | undefined) => void;
	/** The URL of the list of operations. */
	readonly back: string;
	/** The operation with whose GraphQL document the editor starts. */
	readonly twin: string | undefined;
	/** Called when that document is in the editor. From then on it is a draft like any other. */
	readonly onLoaded: () => void;
}

const firstQuery = `query {
	currentUser {
		username
		name
	}
}
`;

/** The session storage key of the draft, which survives a visit to another area. */
const draftKey = "tenon-inspector-graphql";

interface Draft {
	readonly query: string;
	readonly variables: string;
}

function keptDraft(): Draft {
	const kept: unknown = JSON.parse(sessionStorage.getItem(draftKey) ?? "{}");
	const { query = firstQuery, variables = "{}" }: Partial<Draft> = Object(kept);
	return { query, variables };
}

/** Returns the required variables of a document, with empty values, as JSON. */
const neededVariables = (query: string): string =>
	JSON.stringify(
		Object.fromEntries([...query.matchAll(/\$(\w+)\s*:\s*[^,)=]+!/g)].map(([, name = ""]) => [name, ""])),
		null,
		2,
	);

type Cost = {
	readonly cost: number | null;
	readonly limit: number;
	readonly errors: readonly { readonly message: string }[];
};

/** Returns the cost of the query, with the limit; undefined until it is known. */
function useCost(
	query: string,
	variables: Schemas["Record"] | object | undefined,
	isAnonymous: boolean,
): Cost | undefined {
	const world = useWorld();
	const text = useDeferredValue(query);
	const { data } = useQuery({
		queryKey: ["cost", world, text, variables, isAnonymous],
		queryFn: ({ signal }) =>
			bodyOf(
				control.POST("/graphql/cost", {
					body: { query: text, variables: { ...variables }, anonymous: isAnonymous },
					signal,
				}),
			),
		placeholderData: keepPreviousData,
	});
	return data;
}

function CostLine({ cost }: { cost: Cost | undefined }): ReactElement {
	if (!cost) return <p className="cost soft">Measuring the query</p>;
	if (cost.cost === null)
		return (
			<p className="cost bad" role="status">
				{cost.errors[0]?.message}
			</p>
		);
	const isTooMuch = cost.cost > cost.limit;
	return (
		<p className={`cost ${isTooMuch ? "bad" : ""}`} role="status">
			Cost {cost.cost} of {cost.limit}
			{isTooMuch && ": the platform will refuse it"}{" "}
			<meter min={0} max={cost.limit} high={cost.limit * 0.8} value={cost.cost} aria-label="Cost of the query" />
		</p>
	);
}

/** Parses the variables; returns undefined if they are not JSON. */
function variablesFrom(text: string): object | undefined {
	try {
		const value: unknown = JSON.parse(text.trim() === "" ? "{}" : text);
		return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/** An editor that sends GraphQL queries. */
export default function GraphqlPage({ as, onAs, back, twin, onLoaded }: GraphqlPageProps): ReactElement {
	const world = useWorld();
	const host = useRef<HTMLDivElement>(null);
	const editor = useRef<QueryEditor>(undefined);
	const [draft, setDraft] = useState(keptDraft);
	const { data: schema } = useQuery({
		queryKey: ["graphql-schema", world],
		queryFn: async () => (await bodyOf(control.GET("/contract/graphql"))).schema,
		staleTime: 60_000,
	});
	const { data: source } = useOperation(twin);
	const document = source?.twin?.query;
	const loaded = useRef(onLoaded);
	loaded.current = onLoaded;
	const run = useRun();
	const variables = variablesFrom(draft.variables);
	const cost = useCost(draft.query, variables, as === undefined);
	const send = (): void => {
		if (variables === undefined) {
			run.setFailure("The variables are not a JSON object yet.");
			return;
		}
		void run.send({ method: "POST", path: "/api/graphql", body: { query: draft.query, variables }, as: as ?? null });
	};
	const latest = useRef(send);
	latest.current = send;
	useEffect(() => sessionStorage.setItem(draftKey, JSON.stringify(draft)), [draft]);
	useEffect(() => {
		if (!host.current) return;
		const target = host.current;
		const made = createQueryEditor({
			host: target,
			text: keptDraft().query,
			onChange: (query) => setDraft((before) => ({ ...before, query })),
			onSend: () => latest.current(),
		});
		editor.current = made;
		// Key events from a shadow root seem to come from its host. They must not trigger the page's shortcuts.
		const keep = (event: KeyboardEvent): void => event.stopPropagation();
		target.addEventListener("keydown", keep);
		return () => {
			target.removeEventListener("keydown", keep);
			made.destroy();
		};
	}, []);
	useEffect(() => {
		if (schema !== undefined) editor.current?.setSchema(schema);
	}, [schema]);
	useEffect(() => {
		if (document === undefined) return;
		editor.current?.setText(document);
		setDraft({ query: document, variables: neededVariables(document) });
		loaded.current();
	}, [document]);
	return (
		<>
			<header className="operation-head">
				<Link href={back} className="button quiet icon back" aria-label="Back to the list">
					<ArrowLeft size={18} aria-hidden />
				</Link>
				<div>
					<h2>GraphQL</h2>
					<p className="mono soft">POST /api/graphql</p>
				</div>
			</header>
			<form
				className="operation-form"
				aria-label="GraphQL"
				onSubmit={(event) => {
					event.preventDefault();
					send();
				}}
			>
				<div className="actions">
					<UserSelect label="As" value={as} onChange={onAs} />
					<button type="submit" className="button primary" disabled={run.isBusy}>
						Send
					</button>
					<CostLine cost={cost} />
				</div>
				{run.failure && (
					<p className="fault" role="alert">
						{run.failure}
					</p>
				)}
				<div ref={host} className="query-editor" />
				<label className="labelled">
					<span className="label">Variables, as JSON</span>
					<textarea
						className="field"
						rows={4}
						value={draft.variables}
						aria-invalid={variables === undefined}
						onChange={(event) => setDraft((before) => ({ ...before, variables: event.target.value }))}
						onKeyDown={(event) => {
							if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send();
						}}
					/>
				</label>
			</form>
			<section className="explore-panel" aria-label="Result">
				<ResponsePanel id={run.sent} onOpen={run.setSent} />
			</section>
		</>
	);
}
