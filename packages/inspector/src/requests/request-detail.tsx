import { Tabs } from "@base-ui/react/tabs";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, X } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useSearchParams } from "wouter";
import { bodyOf, control, type Detail } from "../api/control";
import { ErrorBoundary } from "../app/error-boundary";
import { useKeys } from "../app/keys";
import { useWorld } from "../app/world";
import { outcomeOf, StatusIcon } from "../parts/status-icon";
import { useMessages } from "../parts/toasts";
import { ChangesPanel } from "./changes-panel";
import { CopyMenu, copyAs } from "./copy-menu";
import { EditDialog } from "./edit-dialog";
import { MessagePanel } from "./message-panel";
import { SendMenu, useSend } from "./send-menu";
import { WhyPanel } from "./why-panel";

interface RequestDetailProps {
	readonly id: string;
	readonly onClose: () => void;
	readonly onOpen: (id: string) => void;
}

const isAsking = (entry: Detail): boolean =>
	entry.status >= 400 ||
	entry.status === 0 ||
	entry.faults.length > 0 ||
	entry.overridden ||
	entry.verdict?.ok === false;

function Head({ entry, onClose }: { entry: Detail; onClose: () => void }): ReactElement {
	const outcome = outcomeOf(entry);
	return (
		<header className="detail-head">
			<button type="button" className="button quiet icon back" aria-label="Back to the list" onClick={onClose}>
				<ArrowLeft size={18} aria-hidden />
			</button>
			<div className="detail-title">
				<h2>
					<StatusIcon outcome={outcome} /> <span className={`status ${outcome}`}>{entry.status || "No response"}</span>{" "}
					{entry.method} <span className="path">{entry.path}</span>
				</h2>
				<p className="soft">
					{entry.operation ?? "no operation"} · {entry.user ?? "nobody"} ·{" "}
					{new Date(entry.time).toISOString().slice(0, 19).replace("T", " ")} · {entry.milliseconds.toFixed(1)} ms
				</p>
			</div>
			<button type="button" className="button quiet icon close" aria-label="Close the request" onClick={onClose}>
				<X size={16} aria-hidden />
			</button>
		</header>
	);
}

function Loaded({ entry, onClose, onOpen }: Omit<RequestDetailProps, "id"> & { entry: Detail }): ReactElement {
	const [query, setQuery] = useSearchParams();
	const [isEditing, setEditing] = useState(false);
	const send = useSend(entry.id, onOpen);
	const { say, fail } = useMessages();
	const tab = query.get("tab") ?? (isAsking(entry) ? "why" : "response");
	const openTab = (value: string): void =>
		setQuery(
			(before) => {
				const next = new URLSearchParams(before);
				next.set("tab", value);
				return next;
			},
			{ replace: true },
		);
	useKeys([
		{ key: "s", label: "Send the request again", run: () => void send({}) },
		{ key: "e", label: "Edit the request and send it", run: () => setEditing(true) },
		{ key: "c", label: "Copy the request as curl", run: () => void copyAs(entry, "curl").then(say, fail) },
	]);
	return (
		<>
			<Head entry={entry} onClose={onClose} />
			<div className="actions detail-actions">
				<button type="button" className="button" onClick={() => void send({})}>
					Send again
				</button>
				<SendMenu entry={entry} onOpen={onOpen} />
				<button type="button" className="button" onClick={() => setEditing(true)}>
					Edit
				</button>
				<CopyMenu entry={entry} />
			</div>
			<Tabs.Root value={tab} onValueChange={(value) => openTab(String(value))} className="detail-tabs">
				<Tabs.List className="tabs">
					<Tabs.Tab className="tab" value="why">
						Why
					</Tabs.Tab>
					<Tabs.Tab className="tab" value="request">
						Request
					</Tabs.Tab>
					<Tabs.Tab className="tab" value="response">
						Response
					</Tabs.Tab>
					<Tabs.Tab className="tab" value="changes">
						Changes{entry.changes.length > 0 && ` ${entry.changes.length}`}
					</Tabs.Tab>
				</Tabs.List>
				<Tabs.Panel value="why" className="panel">
					<WhyPanel entry={entry} onOpen={onOpen} onTab={openTab} />
				</Tabs.Panel>
				<Tabs.Panel value="request" className="panel">
					<MessagePanel
						name="Request"
						line={`${entry.method} ${entry.url}`}
						headers={entry.requestHeaders}
						body={entry.requestBody}
						params={entry.params}
					/>
				</Tabs.Panel>
				<Tabs.Panel value="response" className="panel">
					<MessagePanel
						name="Response"
						line={entry.broken ? `The connection was ${entry.broken}.` : String(entry.status)}
						headers={entry.responseHeaders}
						body={entry.responseBody}
					/>
				</Tabs.Panel>
				<Tabs.Panel value="changes" className="panel">
					<ChangesPanel entry={entry} />
				</Tabs.Panel>
			</Tabs.Root>
			{isEditing && <EditDialog entry={entry} onClose={() => setEditing(false)} onSent={onOpen} />}
		</>
	);
}

/** All details of a request. */
export function RequestDetail({ id, onClose, onOpen }: RequestDetailProps): ReactElement {
	const world = useWorld();
	const { data, error, refetch } = useQuery({
		queryKey: ["request", world, id],
		queryFn: () => bodyOf(control.GET("/journal/{request_id}", { params: { path: { request_id: id } } })),
		staleTime: Number.POSITIVE_INFINITY,
	});
	if (data)
		return (
			<ErrorBoundary resetKey={id} data={data}>
				<Loaded entry={data} onClose={onClose} onOpen={onOpen} />
			</ErrorBoundary>
		);
	if (!error)
		return (
			<div aria-busy="true" className="panel">
				<div className="skeleton" />
			</div>
		);
	return (
		<div className="empty" role="alert">
			<h2>This request cannot be shown</h2>
			<p>{error.message}</p>
			<div className="actions">
				<button type="button" className="button" onClick={() => void refetch()}>
					Retry
				</button>
				<button type="button" className="button quiet" onClick={onClose}>
					Close
				</button>
			</div>
		</div>
	);
}
