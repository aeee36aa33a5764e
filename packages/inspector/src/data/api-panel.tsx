import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { bodyOf, ControlFailure, control, type Detail } from "../api/control";
import { useWorld } from "../app/world";
import { BodyView } from "../parts/body-view";
import { outcomeOf, StatusIcon } from "../parts/status-icon";
import { UserSelect } from "../parts/user-select";

interface ApiPanelProps {
	readonly table: string;
	readonly id: number;
	/** The user whom the API shows the row to; undefined for an anonymous caller. */
	readonly as: string | undefined;
	readonly onAs: (as: string | undefined) => void;
}

/** Whether a GraphQL result shows nothing: it is null, or an object whose fields other than the id are all null. */
const isNothing = (value: unknown): boolean =>
	value === null ||
	(typeof value === "object" &&
		Object.entries(value).every(([name, one]) => name === "id" || isNothing(one)) &&
		Object.keys(value).some((name) => name !== "id" || Array.isArray(value)));

/** Describes what the API shows, in one sentence. */
function sentenceOf({ status, operation, responseBody, why, access }: Detail, who: string): string {
	if (operation === "executeGraphql" && isNothing(Reflect.get(Object(responseBody), "data")))
		return `The API shows nothing of this row to ${who}.`;
	if (status < 400) return `The API shows this to ${who}:`;
	const role = access && why?.rule === "role" ? ` It needs ${access.needed}, and ${who} has ${access.has}.` : "";
	return `The API refuses this to ${who}: ${why?.detail ?? status}.${role}`;
}

/** A row as the API shows it to a user. */
export function ApiPanel({ table, id, as, onAs }: ApiPanelProps): ReactElement {
	const world = useWorld();
	const who = as ?? "nobody";
	const { data, error, refetch } = useQuery({
		queryKey: ["view", world, table, id, as],
		queryFn: ({ signal }) => {
			const params = { path: { table, record_id: id }, query: as === undefined ? {} : { as } };
			return bodyOf(control.GET("/records/{table}/{record_id}/view", { params, signal }));
		},
		refetchInterval: 5_000,
	});
	const entry = data?.entry;
	return (
		<div className="api-panel">
			<UserSelect label="As" value={as} onChange={onAs} />
			{error && (
				<div role={error instanceof ControlFailure && error.status === 404 ? "status" : "alert"}>
					<p>{error.message}</p>
					{!(error instanceof ControlFailure) && (
						<button type="button" className="button" onClick={() => void refetch()}>
							Retry
						</button>
					)}
				</div>
			)}
			{!error && !entry && <div className="skeleton" aria-busy="true" />}
			{!error && entry && data && (
				<>
					<p className="api-line">
						<StatusIcon outcome={outcomeOf(entry)} isDecoration />{" "}
						<span className={`status ${outcomeOf(entry)}`}>{entry.status}</span>{" "}
						<span className="mono">
							{data.request.method} {data.request.path}
						</span>
					</p>
					<p>{sentenceOf(entry, who)}</p>
					<BodyView body={entry.responseBody} name="What the API shows" />
				</>
			)}
		</div>
	);
}
