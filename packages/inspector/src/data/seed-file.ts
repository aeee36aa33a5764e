import { basePath } from "../api/base";
import { bodyOf, control, controlHeaders } from "../api/control";
import { host } from "../api/host";

/** Saves the platform's data as a seed file. */
export async function exportSeed(): Promise<void> {
	const seed = await bodyOf(control.GET("/seed"));
	const address = URL.createObjectURL(new Blob([JSON.stringify(seed, null, "\t")], { type: "application/json" }));
	const link = document.createElement("a");
	link.href = address;
	link.download = "seed.json";
	link.click();
	URL.revokeObjectURL(address);
}

/** A fault in a seed, and its location. */
export interface SeedFault {
	readonly pointer: string;
	readonly message: string;
	readonly line?: number;
	readonly column?: number;
}

/** The result of loading a seed: the number of rows by kind, or the reasons for the refusal. */
export type Loaded =
	| { readonly made: { readonly [kind: string]: number }; readonly response: Response }
	| { readonly message: string; readonly faults: readonly SeedFault[] };

/** Loads a seed, or tests it on a copy. Sends the text unchanged, so that faults have the file's line numbers. */
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
