import type { Route } from "../transport/route";
import type { Core } from "./connection";
import { type DeprecationEvent, emit } from "./events";

/** Tells of something deprecated, once in a client's life. */
function tell({ events, told }: Core, event: DeprecationEvent): void {
	const mark = `${event.operationId} ${event.kind} ${event.name}`;
	if (told.has(mark)) return;
	told.add(mark);
	emit(events.onDeprecated, () => event);
}

/** Tells of what a call uses that the contract calls deprecated. */
export function tellDeprecated(core: Core, { id, deprecated = {} }: Route, params: object): void {
	for (const name in deprecated) {
		const kind = name === id ? "operation" : "parameter";
		const given = kind === "operation" || Reflect.get(params, name) !== undefined;
		if (given) tell(core, { operationId: id, kind, name, replacement: deprecated[name] || undefined });
	}
}

/** Tells of what an answer's headers call deprecated. */
export function tellOfHeaders(core: Core, { id }: Route, headers: Headers): void {
	const deprecation = headers.get("deprecation") ?? undefined;
	const sunset = headers.get("sunset") ?? undefined;
	if (deprecation ?? sunset) tell(core, { operationId: id, kind: "header", name: id, deprecation, sunset });
}
