import type { Core } from "../connection/connection";
import { type DeprecationEvent, emit } from "../connection/events";
import type { Route } from "./route";

/** Reports a deprecation, once per client. */
function report({ events, reported }: Core, event: DeprecationEvent): void {
	const mark = `${event.operationId} ${event.kind} ${event.name}`;
	if (reported.has(mark)) return;
	reported.add(mark);
	emit(events.onDeprecated, () => event);
}

/** Reports the parts of a call that are deprecated in the contract. */
export function deprecatedByContract(core: Core, { id, deprecated = {} }: Route, params: object): void {
	for (const name in deprecated) {
		const kind = name ? "parameter" : "operation";
		const isUsed = !name || Reflect.get(params, name) !== undefined;
		if (isUsed) report(core, { operationId: id, kind, name: name || id, replacement: deprecated[name] || undefined });
	}
}

/** Reports a deprecation in a response's headers. */
export function deprecatedByHeaders(core: Core, { id }: Route, headers: Headers): void {
	const deprecation = headers.get("deprecation") ?? undefined;
	const sunset = headers.get("sunset") ?? undefined;
	if (deprecation ?? sunset) report(core, { operationId: id, kind: "header", name: id, deprecation, sunset });
}
