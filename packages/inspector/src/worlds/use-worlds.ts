import { useQuery } from "@tanstack/react-query";
import { bodyOf, control, forWorld, type Schemas } from "../api/control";

export type WorldDetail = Schemas["WorldDetail"];

/** The worlds with what there is to see of them. */
export const useWorlds = () =>
	useQuery({
		queryKey: ["worlds", "details"],
		queryFn: async () => {
			const { details = [] } = await bodyOf(control.GET("/worlds", { params: { query: { details: true } } }));
			return details;
		},
		refetchInterval: 5_000,
	});

/** The names of the snapshots of a world. */
export const useSnapshots = (world: string) =>
	useQuery({
		queryKey: ["snapshots", world],
		queryFn: async () => (await bodyOf(control.GET("/snapshots", forWorld(world)))).snapshots,
		refetchInterval: 5_000,
	});
