import { useLocation } from "wouter";
import { control, currentWorld, forWorld } from "../api/control";
import { useUndoable } from "../parts/use-undoable";

const two = (part: number): string => String(part).padStart(2, "0");

/** Returns a name for the snapshot that is taken before an action: `before-reset-12.03.05`. */
function nameBefore(what: string): string {
	const now = new Date();
	return `before-${what}-${[now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join(".")}`;
}

interface WorldActions {
	readonly reset: (world: string) => Promise<boolean>;
	readonly remove: (world: string) => Promise<boolean>;
}

/** Returns the actions that reset or delete a world. Each can be undone. */
export function useWorldActions(): WorldActions {
	const { callAndOffer } = useUndoable();
	const [location, navigate] = useLocation();
	return {
		reset: (world) =>
			callAndOffer(
				`${world} is as at its beginning`,
				async () => {
					// The snapshot remains when the offer to undo has disappeared. At the limit of snapshots, none is taken.
					await control
						.POST("/snapshot", { ...forWorld(world), body: { snapshot: nameBefore("reset") } })
						.catch(() => undefined);
					return control.POST("/reset", forWorld(world));
				},
				world,
			),
		remove: (world) =>
			callAndOffer(`${world} is deleted`, async () => {
				const deleted = await control.DELETE("/worlds/{world}", { params: { path: { world } } });
				// A page that shows the deleted world would create it again.
				if (currentWorld() === world || location.startsWith(`/worlds/${world}`)) navigate("/worlds", { replace: true });
				return deleted;
			}),
	};
}
