import { useLocation } from "wouter";
import { control, currentWorld, forWorld } from "../api/control";
import { useUndoable } from "../parts/use-undoable";

const two = (part: number): string => String(part).padStart(2, "0");

/** A name for a snapshot that is taken before something: `before-reset-12.03.05`. */
function nameBefore(what: string): string {
	const now = new Date();
	return `before-${what}-${[now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join(".")}`;
}

interface WorldActions {
	readonly reset: (world: string) => Promise<boolean>;
	readonly remove: (world: string) => Promise<boolean>;
}

/** What destroys a world, or what it holds. Each can be undone. */
export function useWorldActions(): WorldActions {
	const { callAndOffer } = useUndoable();
	const [location, navigate] = useLocation();
	return {
		reset: (world) =>
			callAndOffer(
				`${world} is as at its beginning`,
				async () => {
					// Stays when the offer to undo is gone. A world with as many snapshots as there may be does without.
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
				// A page that shows it would make it again.
				if (currentWorld() === world || location.startsWith(`/worlds/${world}`)) navigate("/worlds", { replace: true });
				return deleted;
			}),
	};
}
