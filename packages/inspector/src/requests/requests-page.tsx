import { type ReactElement, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useRoute, useSearchParams } from "wouter";
import { useFeed } from "../api/use-feed";
import { ErrorBoundary } from "../app/error-boundary";
import { useKeys } from "../app/keys";
import { useWorld } from "../app/world";
import { useMessages } from "../parts/toasts";
import { AllRequestsPage } from "./all-requests-page";
import { ConnectionNotice } from "./connection-notice";
import { EmptyList } from "./empty-list";
import { parseFilter } from "./filter";
import { FilterBar } from "./filter-bar";
import { namesIn } from "./names-in";
import { RequestDetail } from "./request-detail";
import { RequestList } from "./request-list";
import { useSettled } from "./use-settled";

/** The requests of a world, or of all worlds. */
export function RequestsPage(): ReactElement {
	const world = useWorld();
	return world === "*" ? <AllRequestsPage /> : <WorldRequestsPage world={world} />;
}

/** The live list of a world's requests, and beside it the open request. */
function WorldRequestsPage({ world }: { world: string | undefined }): ReactElement {
	const [, navigate] = useLocation();
	const [, open] = useRoute("/requests/:id");
	const [query, setQuery] = useSearchParams();
	const input = query.get("q") ?? "";
	const filter = useMemo(() => parseFilter(input), [input]);
	const feed = useFeed(world, useSettled(filter.text));
	const page = useRef<HTMLDivElement>(null);
	const [pausedAt, setPausedAt] = useState<number>();
	const [isTop, setTop] = useState(true);
	const [clearedTo, setClearedTo] = useState("");
	const { say } = useMessages();

	const shown = useMemo(
		() => feed.entries.filter((entry) => entry.id > clearedTo && filter.passes(entry)).reverse(),
		[feed.entries, filter, clearedTo],
	);
	// While the list is paused or scrolled down, new requests are not shown.
	const [kept, setKept] = useState<typeof shown>();
	const isFrozen = pausedAt !== undefined || !isTop;
	const waiting = kept ? shown.length - kept.length : 0;
	// biome-ignore lint/correctness/useExhaustiveDependencies: the shown list is kept once it is frozen.
	useEffect(() => setKept(isFrozen ? shown : undefined), [isFrozen, filter, clearedTo, feed.isLoaded]);
	const entries = useDeferredValue(kept && waiting >= 0 ? kept : shown);

	const select = (id: string | undefined): void =>
		navigate(`/requests${id === undefined ? "" : `/${id}`}${query.size > 0 ? `?${query}` : ""}`, {
			replace: open !== null && id !== undefined,
		});
	const changeFilter = (value: string): void =>
		setQuery(
			(before) => {
				const next = new URLSearchParams(before);
				if (value === "") next.delete("q");
				else next.set("q", value);
				return next;
			},
			{ replace: true },
		);
	const clear = (): void => {
		const last = feed.entries.at(-1);
		if (!last) return;
		const before = clearedTo;
		setClearedTo(feed.entries.reduce((most, { id }) => (id > most ? id : most), last.id));
		say({
			title: "The list is cleared; the mock's journal is not.",
			action: { label: "Undo", run: () => setClearedTo(before) },
		});
	};
	useEffect(() => {
		// After a reset, the mock's request ids start again from the first.
		if (feed.entries.length === 0) setClearedTo("");
	}, [feed.entries.length]);
	const step = (by: number): void => {
		const at = entries.findIndex(({ id }) => id === open?.id);
		const next = entries[Math.max(0, Math.min(entries.length - 1, at + by))];
		if (next) select(next.id);
	};
	useKeys([
		{ key: "j", label: "Next request", run: () => step(1) },
		{ key: "k", label: "Previous request", run: () => step(-1) },
		{ key: "ArrowDown", label: "Next request", run: () => step(1) },
		{ key: "ArrowUp", label: "Previous request", run: () => step(-1) },
		{ key: "Escape", label: "Close the request", run: () => select(undefined) },
	]);
	const users = useMemo(() => namesIn(feed.entries, ({ user }) => user ?? "nobody"), [feed.entries]);
	const operations = useMemo(() => namesIn(feed.entries, ({ operation }) => operation), [feed.entries]);
	const showNew = (): void => {
		setPausedAt(undefined);
		setKept(undefined);
		page.current?.querySelector(".request-list")?.scrollTo({ top: 0 });
	};
	return (
		<div ref={page} className={`requests ${open ? "with-detail" : ""}`}>
			<h1 className="hidden-text">Requests</h1>
			<section className="request-pane" aria-label="List of requests">
				<FilterBar
					value={input}
					onChange={changeFilter}
					users={users}
					operations={operations}
					hold={{
						isPaused: pausedAt !== undefined,
						onPause: () => setPausedAt(pausedAt === undefined ? Date.now() : undefined),
						onClear: clear,
					}}
				/>
				<ConnectionNotice connection={feed.connection} dropped={feed.dropped} onDismissGap={feed.dismissGap} />
				{waiting > 0 && (
					<button type="button" className="button primary new-rows" onClick={showNew}>
						{waiting} new
					</button>
				)}
				{entries.length > 0 ? (
					<RequestList entries={entries} selected={open?.id} onSelect={select} onTop={setTop} />
				) : feed.connection.kind === "refused" ? (
					<div className="request-list" />
				) : (
					<EmptyList isLoaded={feed.isLoaded} isFiltered={input !== ""} onShowAll={() => changeFilter("")} />
				)}
				<p className="list-foot soft" role="status">
					{feed.connection.kind === "live" && (
						<span className={`live ${isFrozen ? "waiting" : ""}`}>{isFrozen ? "New ones wait" : "Live"}</span>
					)}
					{input === "" && clearedTo === ""
						? `${entries.length} ${entries.length === 1 ? "request" : "requests"}`
						: `${entries.length} of ${feed.entries.length} requests`}
				</p>
			</section>
			{open && (
				<section className="detail-pane" aria-label="Request">
					<ErrorBoundary resetKey={open.id}>
						<RequestDetail key={open.id} id={open.id} onClose={() => select(undefined)} onOpen={select} />
					</ErrorBoundary>
				</section>
			)}
		</div>
	);
}
