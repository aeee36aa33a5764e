import { useQuery } from "@tanstack/react-query";
import type { TypedDocument } from "@tenon/client/graphql";
import { usePlatform } from "./platform";

interface May<Action extends string> {
	readonly userPermissions: { readonly [action in Action]: boolean };
}
interface Each<Node> {
	readonly nodes: readonly (Node & { readonly id: string })[];
}

/** A part that the user may not see is null. */
interface Permissions {
	readonly project:
		| (May<"createPipeline"> & {
				readonly issue: May<"createNote"> | null;
				readonly pipelines: Each<May<"updatePipeline" | "cancelPipeline">> | null;
				readonly runners: Each<May<"updateRunner">> | null;
		  })
		| null;
}

const PermissionsDocument: TypedDocument<Permissions, { fullPath: string; issue: string }> = `query Permissions(
	$fullPath: ID!, $issue: String!
) {
	project(fullPath: $fullPath) {
		userPermissions { createPipeline }
		issue(iid: $issue) { userPermissions { createNote } }
		pipelines(first: 40) { nodes { id userPermissions { updatePipeline cancelPipeline } } }
		runners(first: 50) { nodes { id userPermissions { updateRunner } } }
	}
}`;

/** What the user may do. Nothing is offered before it is known. */
export interface Allowed {
	readonly run: boolean;
	readonly comment: boolean;
	readonly retry: (pipeline: number) => boolean;
	readonly cancel: (pipeline: number) => boolean;
	readonly pause: (runner: number) => boolean;
}

/** REST works with numbers, GraphQL with ids that end in them. */
const numberOf = (id: string): number => Number(id.slice(id.lastIndexOf("/") + 1));

const those = <Node extends { readonly id: string }>(
	list: { readonly nodes: readonly Node[] } | null | undefined,
	isAllowed: (node: Node) => boolean,
): ReadonlySet<number> => new Set(list?.nodes.filter(isAllowed).map(({ id }) => numberOf(id)));

/** What the user may do in the project, so that nothing else is offered. */
export function usePermissions(): Allowed {
	const { graphql, queries } = usePlatform();
	const { data } = useQuery({
		// Below the pipelines' key, so that both are refetched together.
		queryKey: [...queries.pipelines.key(), "permissions"],
		queryFn: () => graphql.request(PermissionsDocument, { fullPath: "acme/web", issue: "1" }),
	});
	const project = data?.project;
	const [retried, canceled, paused] = [
		those(project?.pipelines, ({ userPermissions }) => userPermissions.updatePipeline),
		those(project?.pipelines, ({ userPermissions }) => userPermissions.cancelPipeline),
		those(project?.runners, ({ userPermissions }) => userPermissions.updateRunner),
	];
	return {
		run: project?.userPermissions.createPipeline === true,
		comment: project?.issue?.userPermissions.createNote === true,
		retry: (pipeline) => retried.has(pipeline),
		cancel: (pipeline) => canceled.has(pipeline),
		pause: (runner) => paused.has(runner),
	};
}
