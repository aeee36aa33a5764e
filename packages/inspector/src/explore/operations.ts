import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { bodyOf, control, type Schemas } from "../api/control";
import { useWorld } from "../app/world";

export type OperationSummary = Schemas["OperationSummary"];
export type Operation = Schemas["Operation"];
export type Member = Schemas["OperationMember"];

/** The operations of the platform. They stay as they are while the mock runs. */
export function useOperations(): UseQueryResult<readonly OperationSummary[]> {
	const world = useWorld();
	return useQuery({
		queryKey: ["operations", world],
		queryFn: async () => (await bodyOf(control.GET("/contract"))).operations,
		staleTime: Number.POSITIVE_INFINITY,
	});
}

/** An operation with its parameters, examples and prose; undefined loads none. */
export function useOperation(id: string | undefined): UseQueryResult<Operation> {
	const world = useWorld();
	return useQuery({
		queryKey: ["operation", world, id],
		queryFn: () => bodyOf(control.GET("/contract/{operation}", { params: { path: { operation: id ?? "" } } })),
		enabled: id !== undefined,
		// Its examples are rows of the moment: a form that is filled in must not change.
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 0,
	});
}
