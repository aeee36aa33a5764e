import { useQuery } from "@tanstack/react-query";
import { bodyOf, control, forWorld, type Schemas } from "../api/control";

export type WorldDetail = Schemas["WorldDetail"];
export type SnapshotDetail = Schemas["SnapshotDetail"];

/** Returns the worlds with their details. */
export const useWorlds = () =>
	useQuery({
		queryKey: ["worlds", "details"],
		queryFn: async () => {
			const { details = [] } = await bodyOf(control.GET("/worlds", { params: { query: { details: true } } }));
			return details;
		},
		refetchInterval: 5_000,
	});

/** Returns the snapshots of a world, each with its time and its number of rows. */
export const useSnapshots = (world: string) =>
	useQuery({
		queryKey: ["snapshots", world],
		queryFn: async () => {
			const options = { ...forWorld(world), params: { query: { details: true } } };
			const { details = [] } = await bodyOf(control.GET("/snapshots", options));
			return details;
		},
		refetchInterval: 5_000,
	});
