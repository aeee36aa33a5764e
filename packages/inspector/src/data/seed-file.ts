import { basePath } from "../api/base";
import { bodyOf, control, controlHeaders } from "../api/control";
import { host } from "../api/host";

/** Saves what the platform holds as a seed file. */
export async function exportSeed(): Promise<void> {
	const seed = await bodyOf(control.GET("/seed"));
	const address = URL.createObjectURL(new Blob([JSON.stringify(seed, null, "\t")], { type: "application/json" }));
	const link = document.createElement("a");
	link.href = address;
	link.download = "seed.json";
	link.click();
	URL.revokeObjectURL(address);
}

/** Something that is wrong with a seed, and where. */
export interface SeedFault {
	readonly pointer: string;
	readonly message: string;
	readonly line?: number;
	readonly column?: number;
}

/** What became of a seed. */
export type Loaded =
	| { readonly made: { readonly [kind: string]: number }; readonly response: Response }
	| { readonly message: string; readonly faults: readonly SeedFault[] };

/** Loads a seed, or tries it on a copy. Its text goes out as it is, so that faults have the lines of the file. */
export async function loadSeed(text: string, how: "add" | "replace", isTrial: boolean): Promise<Loaded> {
	const response = await host().fetch(`${basePath}/seed${isTrial ? "?dry_run=true" : ""}`, {
		method: how === "add" ? "POST" : "PUT",
		headers: { ...controlHeaders(), Accept: "application/json" },
		body: text,
	});
	const body = await response.json();
	if (!response.ok) return { message: body.message, faults: body.faults ?? [] };
	const lists = Object.entries<readonly unknown[]>(body);
	return { made: Object.fromEntries(lists.map(([kind, rows]) => [kind, rows.length])), response };
}
