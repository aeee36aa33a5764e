import { lazy, type ReactElement, Suspense } from "react";
import { useRoute, useSearchParams } from "wouter";
import { ErrorBoundary } from "../app/error-boundary";
import { useQueryChange } from "../app/use-query-change";
import { lastUser, rememberUser } from "../parts/last-user";
import { LoadState } from "../parts/load-state";
import { useWidth } from "../parts/use-width";
import { usePeople } from "../requests/send-menu";
import { OperationList } from "./operation-list";
import { OperationPage } from "./operation-page";
import { useOperations } from "./operations";

// The editor and the GraphQL language are a separate chunk, because most users never open them.
const GraphqlPage = lazy(() => import("./graphql-page"));

/** The minimum width, in CSS pixels, for showing the list beside the operation. */
const besideFrom = 720;

/** The operations, and the open one beside them. */
export default function ExplorePage(): ReactElement {
	const [frame, width] = useWidth<HTMLDivElement>();
	const [, params] = useRoute("/explore/:operation?");
	const [query] = useSearchParams();
	const change = useQueryChange();
	const { data: operations, error, refetch } = useOperations();
	const people = usePeople();
	const open = params?.operation;
	const search = query.get("q") ?? "";
	const isNarrow = (width ?? 0) < besideFrom;
	const address = (operation: string, changes: { readonly [name: string]: string } = {}): string => {
		const next = new URLSearchParams(query);
		next.delete("twin");
		for (const [name, value] of Object.entries(changes)) next.set(name, value);
		return `/explore${operation && `/${operation}`}${next.size > 0 ? `?${next}` : ""}`;
	};
	const named = query.get("as") ?? lastUser();
	// Defaults to the first user other than root. `*nobody` is an anonymous caller.
	const as = named === "*nobody" ? undefined : (named ?? people.find((name) => name !== "root") ?? people[0]);
	const onAs = (name: string | undefined): void => {
		rememberUser(name);
		change({ as: name ?? "*nobody" });
	};
	return (
		<div ref={frame} className={`explore ${isNarrow ? "narrow" : ""}`}>
			<h1 className="hidden-text">Explore</h1>
			{!operations && <LoadState name="operations" error={error} onRetry={() => void refetch()} />}
			{operations && (!isNarrow || open === undefined) && (
				<OperationList
					operations={operations}
					selected={open}
					search={search}
					onSearch={(q) => change({ q })}
					addressOf={address}
				/>
			)}
			{operations && (!isNarrow || open !== undefined) && (
				<section className="operation-pane" aria-label="Operation">
					<ErrorBoundary resetKey={open ?? ""}>
						{open === undefined && (
							<div className="empty">
								<h2>Choose an operation</h2>
								<p>Its form is filled in with rows of this platform. Send it as anybody, and see why it was refused.</p>
							</div>
						)}
						{open === "graphql" && (
							<Suspense fallback={<LoadState name="editor" error={null} onRetry={() => {}} />}>
								<GraphqlPage
									as={as}
									onAs={onAs}
									back={address("")}
									twin={query.get("twin") ?? undefined}
									onLoaded={() => change({ twin: undefined })}
								/>
							</Suspense>
						)}
						{open !== undefined && open !== "graphql" && (
							<OperationPage
								key={open}
								id={open}
								as={as}
								onAs={onAs}
								back={address("")}
								graphql={(twin) => address("graphql", { twin })}
							/>
						)}
					</ErrorBoundary>
				</section>
			)}
		</div>
	);
}
