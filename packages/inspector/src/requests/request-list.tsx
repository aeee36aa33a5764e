import { useVirtualizer } from "@tanstack/react-virtual";
import { SquareSplitHorizontal } from "lucide-react";
import { type KeyboardEvent, type ReactElement, useEffect, useRef } from "react";
import type { Summary } from "../api/control";
import { outcomeOf, StatusIcon } from "../parts/status-icon";

interface RequestListProps {
	/** Newest first. */
	readonly entries: readonly Summary[];
	readonly selected: string | undefined;
	readonly onSelect: (id: string) => void;
	/** Called with whether the newest row is visible. */
	readonly onTop: (isTop: boolean) => void;
}

const rowHeight = matchMedia("(pointer: coarse)").matches ? 56 : 44;

/** Returns the note at the end of a row, such as a fault or the number of changes. */
function noteOf({ changes, conforms, rule, faults, overridden, operation, status, broken }: Summary): string {
	if (broken) return broken;
	if (overridden) return "override";
	if (faults.length > 0) return "fault";
	if (conforms === false) return "contract";
	if (operation === undefined && status >= 400) return "no operation";
	if (status >= 400) return rule ?? "";
	return changes > 0 ? `+${changes} ${changes === 1 ? "row" : "rows"}` : "";
}

const timeOf = (time: string): string => time.slice(11, 19);

function Row({ entry }: { entry: Summary }): ReactElement {
	const outcome = outcomeOf(entry);
	const note = noteOf(entry);
	return (
		<>
			<StatusIcon outcome={outcome} />
			<span className={`status ${outcome}`}>{entry.status || "–"}</span>
			<span className="what">
				<span className="address">
					<b>{entry.method}</b> {entry.path}
				</span>
				<span className="who">
					{entry.world && `${entry.world} · `}
					{entry.user ?? "nobody"}
					{entry.operation && ` · ${entry.operation}`}
				</span>
			</span>
			<span className="aside">
				<span>{timeOf(entry.time)}</span>
				{note && (
					<span className={`note ${entry.conforms === false ? "broken" : ""}`}>
						{entry.conforms === false && <SquareSplitHorizontal size={12} aria-hidden />}
						{note}
					</span>
				)}
			</span>
		</>
	);
}

/** The requests as a list. Only the visible rows are drawn. */
export function RequestList({ entries, selected, onSelect, onTop }: RequestListProps): ReactElement {
	const frame = useRef<HTMLDivElement>(null);
	const virtual = useVirtualizer({
		count: entries.length,
		getScrollElement: () => frame.current,
		estimateSize: () => rowHeight,
		getItemKey: (index) => entries[index]?.id ?? index,
		overscan: 12,
	});
	const at = selected === undefined ? -1 : entries.findIndex(({ id }) => id === selected);
	useEffect(() => {
		if (at >= 0) virtual.scrollToIndex(at, { align: "auto" });
	}, [at, virtual]);
	const choose = (index: number): void => {
		const entry = entries[Math.max(0, Math.min(entries.length - 1, index))];
		if (entry) onSelect(entry.id);
	};
	const press = (event: KeyboardEvent): void => {
		const page = Math.floor((frame.current?.clientHeight ?? 400) / rowHeight);
		const steps: { readonly [key: string]: number } = {
			ArrowDown: at + 1,
			j: at + 1,
			ArrowUp: Math.max(0, at - 1),
			k: Math.max(0, at - 1),
			PageDown: at + page,
			PageUp: Math.max(0, at - page),
			Home: 0,
			End: entries.length - 1,
		};
		const next = steps[event.key];
		if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
		event.preventDefault();
		choose(next);
	};
	return (
		<div
			ref={frame}
			className="request-list"
			role="listbox"
			aria-label="Requests"
			aria-activedescendant={at >= 0 ? `request-${selected}` : undefined}
			tabIndex={0}
			onKeyDown={press}
			onScroll={(event) => onTop(event.currentTarget.scrollTop < rowHeight)}
		>
			<div role="presentation" style={{ height: virtual.getTotalSize(), position: "relative" }}>
				{virtual.getVirtualItems().map(({ index, key, start, size }) => {
					const entry = entries[index];
					if (!entry) return null;
					return (
						// biome-ignore lint/a11y/useKeyWithClickEvents: the list has the focus, and handles the keys.
						// biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and points to the option.
						<div
							key={key}
							id={`request-${entry.id}`}
							role="option"
							aria-selected={index === at}
							aria-setsize={entries.length}
							aria-posinset={index + 1}
							className="request-row"
							style={{ height: size, transform: `translateY(${start}px)` }}
							onClick={() => onSelect(entry.id)}
						>
							<Row entry={entry} />
						</div>
					);
				})}
			</div>
		</div>
	);
}
