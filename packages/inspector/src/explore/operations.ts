import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { bodyOf, control, type Schemas } from "../api/control";
import { useWorld } from "../app/world";

export type OperationSummary = Schemas["OperationSummary"];
export type Operation = Schemas["Operation"];
export type Member = Schemas["OperationMember"];

/** Returns the operations of the platform. They do not change while the mock runs. */
export function useOperations(): UseQueryResult<readonly OperationSummary[]> {
	const world = useWorld();
	return useQuery({
		queryKey: ["operations", world],
		queryFn: async () => (await bodyOf(control.GET("/contract"))).operations,
		staleTime: Number.POSITIVE_INFINITY,
	});
}

/** Returns an operation with its parameters, examples and prose. Loads nothing if the id is undefined. */
export function useOperation(id: string | undefined): UseQueryResult<Operation> {
	const world = useWorld();
	return useQuery({
		queryKey: ["operation", world, id],
		queryFn: () => bodyOf(control.GET("/contract/{operation}", { params: { path: { operation: id ?? "" } } })),
		enabled: id !== undefined,
		// The examples are current rows. Loading them again would change a form that is already filled in.
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 0,
	});
}
