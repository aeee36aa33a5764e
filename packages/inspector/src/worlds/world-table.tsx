import { MoreHorizontal } from "lucide-react";
import type { ReactElement } from "react";
import { Link, useLocation } from "wouter";
import { agoWords } from "../control/clock/time-words";
import { DropMenu } from "../parts/drop-menu";
import type { WorldDetail } from "./use-worlds";
import { useWorldActions } from "./world-actions";

interface WorldTableProps {
	readonly worlds: readonly WorldDetail[];
	readonly selected: string | undefined;
	readonly onFork: (from: string) => void;
}

/** Returns the URL of a page for a world. */
export const worldPath = (path: string, name: string): string =>
	name === "default" ? path : `${path}${path.includes("?") ? "&" : "?"}world=${encodeURIComponent(name)}`;

function usedWords({ idle, requests }: WorldDetail): string {
	if (requests === null) return "not since the start";
	if (idle === null) return "no request";
	return agoWords(Date.now() - idle * 1_000);
}

/** The worlds as a table, each with its actions. */
export function WorldTable({ worlds, selected, onFork }: WorldTableProps): ReactElement {
	const [, navigate] = useLocation();
	const { reset, remove } = useWorldActions();
	return (
		<div className="card scroll">
			<table className="world-table" aria-label="Worlds">
				<thead>
					<tr>
						<th scope="col">World</th>
						<th scope="col">Requests</th>
						<th scope="col">Changed rows</th>
						<th scope="col" className="wide-cell">
							Used
						</th>
						<th scope="col" className="wide-cell">
							Snapshots
						</th>
						<th scope="col">
							<span className="hidden-text">Actions</span>
						</th>
					</tr>
				</thead>
				<tbody>
					{worlds.map((world) => {
						const { name, requests, changedRows, snapshots } = world;
						return (
							<tr key={name} aria-selected={name === selected}>
								<th scope="row">
									<Link href={worldPath(`/worlds/${name}`, name)} aria-current={name === selected ? "true" : undefined}>
										{name}
									</Link>
								</th>
								<td>
									{requests === null ? (
										"–"
									) : (
										<Link href={worldPath("/requests", name)}>{requests.toLocaleString("en")}</Link>
									)}
								</td>
								<td>
									{changedRows === null || changedRows === 0 ? (
										(changedRows ?? "–")
									) : (
										<Link href={worldPath(`/worlds/${name}/diff/beginning..now`, name)}>
											{changedRows.toLocaleString("en")}
										</Link>
									)}
								</td>
								<td className="soft wide-cell">{usedWords(world)}</td>
								<td className="wide-cell">{snapshots ?? "–"}</td>
								<td className="world-actions">
									<span className="wide-actions actions">
										<button type="button" className="button" aria-label={`Fork ${name}`} onClick={() => onFork(name)}>
											Fork
										</button>
										<button
											type="button"
											className="button"
											aria-label={`Reset ${name}`}
											onClick={() => void reset(name)}
										>
											Reset
										</button>
										<button
											type="button"
											className="button"
											aria-label={`Delete ${name}`}
											onClick={() => void remove(name)}
										>
											Delete
										</button>
									</span>
									<span className="narrow-actions">
										<DropMenu
											label={<MoreHorizontal size={16} aria-hidden />}
											name={`Actions for ${name}`}
											items={[
												{ label: "Show its requests", onSelect: () => navigate(worldPath("/requests", name)) },
												{ label: "Fork", onSelect: () => onFork(name) },
												{ label: "Reset", onSelect: () => void reset(name) },
												{ label: "Delete", onSelect: () => void remove(name) },
											]}
										/>
									</span>
								</td>
							</tr>
						);
					})}
				</tbody>
			</table>
		</div>
	);
}
