import { useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import type { ReactElement } from "react";
import { Link, useLocation } from "wouter";
import { bodyOf, control } from "../api/control";
import { areas } from "../app/areas";
import { inWorld, useWorld } from "../app/world";
import { useMessages } from "../parts/toasts";
import type { OperationCoverage } from "./gaps";

/** Statuses that the mock can be asked for at once. */
const tryable = [401, 404] as const;
type Tryable = (typeof tryable)[number];
const isTryable = (status: number): status is Tryable => tryable.some((one) => one === status);

interface OperationDetailProps {
	readonly name: string;
	/** Undefined for an unknown operation. */
	readonly coverage: OperationCoverage | undefined;
	/** The status that somebody looks for. */
	readonly status: string | null;
	readonly onClose: () => void;
}

/** Sends a request that gets a status, and says which one it got. */
function useTry(name: string): (status: Tryable) => Promise<void> {
	const world = useWorld();
	const queries = useQueryClient();
	const [, navigate] = useLocation();
	const { say, fail } = useMessages();
	return async (status) => {
		try {
			const sent = await bodyOf(
				control.POST("/coverage/{operation}/try", { params: { path: { operation: name } }, body: { status } }),
			);
			await queries.invalidateQueries({ queryKey: ["coverage"] });
			const open = (): void => navigate(inWorld(`/requests/${sent.id}`, world));
			say({ title: `${name} responded with ${sent.status}`, action: { label: "Open the request", run: open } });
		} catch (error) {
			fail(error);
		}
	};
}

/** Shows which statuses of an operation were returned and which were not, and what can be done about it. */
export function OperationDetail({ name, coverage, status, onClose }: OperationDetailProps): ReactElement {
	const world = useWorld();
	const tryStatus = useTry(name);
	if (!coverage)
		return (
			<section className="card" aria-label={name}>
				<p role="alert">There is no operation {name}.</p>
				<button type="button" className="button" onClick={onClose}>
					Close
				</button>
			</section>
		);
	const { calls, statuses, broken, missingStatuses, parameters, missingParameters } = coverage;
	const requests = (of: string): string =>
		inWorld(`/requests?q=${encodeURIComponent(`op:${name} status:${of}`)}`, world);
	return (
		<section className="card stack" aria-label={name}>
			<div className="actions">
				<h2 className="grow">{name}</h2>
				{areas.some(({ path }) => path === "/explore") && (
					<Link className="button" href={inWorld(`/explore/${name}`, world)}>
						Explore
					</Link>
				)}
				<span className="soft">{calls === 1 ? "1 call" : `${calls} calls`}</span>
				<button type="button" className="button quiet icon" aria-label="Close the operation" onClick={onClose}>
					<X size={16} aria-hidden />
				</button>
			</div>
			<ul className="rows">
				{Object.entries(statuses).map(([one, count]) => (
					<li key={one}>
						<span className="grow">
							<strong className="mono">{one}</strong> {count === 1 ? "once" : `${count} times`}
							{(broken[one] ?? 0) > 0 && <span className="fault"> {broken[one]} broke the contract</span>}
						</span>
						<Link className="button" href={requests(one)}>
							Requests<span className="hidden-text"> with {one}</span>
						</Link>
					</li>
				))}
				{missingStatuses.map((one) => (
					<li key={one} className={String(one) === status ? "sought" : undefined}>
						<span className="grow">
							<strong className="mono">{one}</strong> never
						</span>
						{isTryable(one) && (
							<button
								type="button"
								className="button"
								aria-label={`Try ${name} for ${one}`}
								onClick={() => void tryStatus(one)}
							>
								Try
							</button>
						)}
					</li>
				))}
			</ul>
			<p>
				<span className="soft">Parameters seen:</span> {parameters.length > 0 ? parameters.join(", ") : "none"}
			</p>
			<p>
				<span className="soft">Never sent:</span> {missingParameters.length > 0 ? missingParameters.join(", ") : "none"}
			</p>
		</section>
	);
}
