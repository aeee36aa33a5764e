import type { Exchange } from "../rule/exchange";
import { contract } from "../wire/document";
import type { OperationCoverage } from "./result";

const count = (counts: Record<string, number>, key: string): void => {
	counts[key] = (counts[key] ?? 0) + 1;
};

/** Counts the requests: operation × status × parameter × caller. */
export class Coverage {
	readonly operations: Record<string, OperationCoverage> = {};

	add({ operation, actor, parameters, request, response }: Exchange): void {
		const id = operation ?? contract.operationOf(request.method, request.url)?.operation.operationId;
		if (!id) return;
		this.operations[id] ??= { statuses: {}, parameters: {}, actors: {} };
		const row = this.operations[id];
		count(row.statuses, String(response.status));
		count(row.actors, actor);
		for (const name of parameters) count(row.parameters, name);
	}
}
