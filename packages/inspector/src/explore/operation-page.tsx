import { Tabs } from "@base-ui/react/tabs";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { type ReactElement, useDeferredValue, useState } from "react";
import { Link } from "wouter";
import { bodyOf, control, type Schemas } from "../api/control";
import { useKeys } from "../app/keys";
import { useWorld } from "../app/world";
import { LoadState } from "../parts/load-state";
import { UserSelect } from "../parts/user-select";
import { CodePanel } from "./code-panel";
import { OperationForm } from "./operation-form";
import { type Operation, useOperation } from "./operations";
import { firstTexts, paramsOf } from "./params";
import { ReferencePanel } from "./reference-panel";
import { ResponsePanel } from "./response-panel";
import { useRun } from "./use-run";

interface OperationPageProps {
	readonly id: string;
	/** The user who sends the request; undefined for an anonymous caller. */
	readonly as: string | undefined;
	readonly onAs: (as: string | undefined) => void;
	/** The URL of the list of operations. */
	readonly back: string;
	/** Returns the URL of the GraphQL editor with the document that does the same as an operation. */
	readonly graphql: (operation: string) => string;
}

type Params = { readonly [name: string]: unknown };

/** Returns a request with these parameters as code, or the reason why there is none. */
function useCode(operation: string, params: Params, isAnonymous: boolean): Schemas["RequestCode"] | string | undefined {
	const world = useWorld();
	const written = useDeferredValue(JSON.stringify(params));
	const { data, error } = useQuery({
		queryKey: ["code", world, operation, written, isAnonymous],
		queryFn: () => {
			const options = {
				params: { path: { operation } },
				body: { params: JSON.parse(written), anonymous: isAnonymous },
			};
			return bodyOf(control.POST("/contract/{operation}/code", options));
		},
		placeholderData: keepPreviousData,
	});
	return error ? error.message : data?.code;
}

function Loaded({ operation, as, onAs, back, graphql }: OperationPageProps & { operation: Operation }): ReactElement {
	const { id, members, body, twin } = operation;
	const [texts, setTexts] = useState(() => firstTexts(members, body?.examples ?? {}));
	const [json, setJson] = useState<string | undefined>(() =>
		// A body that is not a plain object has no fields.
		body?.is_free
			? JSON.stringify(
					{ ...paramsOf(members, firstTexts(members, {})), ...Object(Object.values(body.examples)[0]) },
					null,
					2,
				)
			: undefined,
	);
	const [tab, setTab] = useState("response");
	const run = useRun();
	/** Returns the parameters in the form; undefined while its JSON is invalid. */
	const current = (): Params | undefined => {
		if (json === undefined) return paramsOf(members, texts);
		try {
			return Object(JSON.parse(json));
		} catch {
			return undefined;
		}
	};
	const params = current();
	const code = useCode(id, params ?? {}, as === undefined);
	const send = (): void => {
		if (params === undefined) {
			run.setFailure("The parameters are not JSON yet.");
			return;
		}
		setTab("response");
		void run.send({ operation: id, params, as: as ?? null });
	};
	useKeys([{ key: "s", label: "Send the request", run: send }]);
	const written = typeof code === "string" ? undefined : code;
	const codePanel = (name: string, text: string | null | undefined): ReactElement =>
		typeof code === "string" ? <p className="soft">{code}</p> : <CodePanel name={name} code={text} />;
	const panels: [value: string, label: string, content: ReactElement][] = [
		["response", "Response", <ResponsePanel key="response" id={run.sent} onOpen={run.setSent} />],
		["client", "Client", codePanel("Client call", written?.client)],
		["function", "Function", codePanel("Function call", written?.function)],
		["curl", "curl", codePanel("curl command", written?.curl)],
		...(twin
			? [
					[
						"graphql",
						"GraphQL",
						<div key="graphql" className="stack">
							<Link className="button" href={graphql(id)}>
								Open in the editor
							</Link>
							<pre className="raw">{twin.query}</pre>
						</div>,
					] satisfies [string, string, ReactElement],
				]
			: []),
		["reference", "Reference", <ReferencePanel key="reference" operation={operation} />],
	];
	return (
		<>
			<header className="operation-head">
				<Link href={back} className="button quiet icon back" aria-label="Back to the list">
					<ArrowLeft size={18} aria-hidden />
				</Link>
				<div>
					<h2>
						{id} {operation.deprecated && <span className="chip">deprecated</span>}
					</h2>
					<p className="mono soft">
						{operation.verb} {operation.path}
					</p>
					<p>{operation.summary}</p>
				</div>
			</header>
			<OperationForm
				operation={operation}
				texts={texts}
				onTexts={setTexts}
				json={json}
				onJson={setJson}
				faults={run.faults}
				failure={run.failure}
				isBusy={run.isBusy}
				onSend={send}
			>
				{operation.domain === "alerts" ? (
					<span className="soft">With the key of the integration</span>
				) : (
					<UserSelect label="As" value={as} onChange={onAs} />
				)}
			</OperationForm>
			<Tabs.Root value={tab} onValueChange={(value) => setTab(String(value))}>
				<Tabs.List className="tabs">
					{panels.map(([value, label]) => (
						<Tabs.Tab key={value} className="tab" value={value}>
							{label}
						</Tabs.Tab>
					))}
				</Tabs.List>
				{panels.map(([value, , content]) => (
					<Tabs.Panel key={value} className="explore-panel" value={value}>
						{content}
					</Tabs.Panel>
				))}
			</Tabs.Root>
		</>
	);
}

/** A form for calling an operation, the response, and the same call as code. */
export function OperationPage(props: OperationPageProps): ReactElement {
	const { data, error, refetch } = useOperation(props.id);
	if (data) return <Loaded {...props} operation={data} />;
	return <LoadState name="operation" error={error} onRetry={() => void refetch()} />;
}
