import type { OperationRow } from "@tenon/contract";
import { nearest } from "../lib/nearest";
import { contractOperations, type OperationSet } from "../request/operation-set";

/** An operation that a request may have meant. */
export interface Suggestion {
	readonly operation: string;
	readonly method: string;
	/** The path's template, below the installation's address. */
	readonly path: string;
}

interface Template {
	readonly row: OperationRow;
	readonly segments: readonly string[];
}

const templatesBy = new WeakMap<OperationSet, readonly Template[]>();

function templatesOf(operations: OperationSet): readonly Template[] {
	let templates = templatesBy.get(operations);
	if (!templates) {
		templates = operations.rows
			.filter((row) => row.domain !== "alerts")
			.map((row) => ({ row, segments: row.path.split("/").slice(1) }));
		templatesBy.set(operations, templates);
	}
	return templates;
}

/** How far two segments are from each other: 0 equal, 1 nothing in common. */
function apart(text: string, template: string): number {
	if (text === template) return 0;
	// A parameter's value may be anything, but a word of the path is more likely that word.
	if (template.startsWith("{")) return 0.1;
	return nearest(text, [template]) === undefined ? 1 : 0.3;
}

/** The cheapest way to turn one path into the other: segments changed, left out or put in. */
function distance(values: readonly string[], template: readonly string[]): number {
	let row = template.map((_, index) => index + 1);
	for (const [index, segment] of values.entries()) {
		let [corner, left] = [index, index + 1];
		row = template.map((word, at) => {
			const above = row[at] ?? 0;
			left = Math.min(corner + apart(segment, word), above + 1, left + 1);
			corner = above;
			return left;
		});
	}
	return row.at(-1) ?? values.length;
}

/** The operations, three at most, that are most like the request. */
export function nearestOperations(method: string, path: string, operations = contractOperations): Suggestion[] {
	// A forgotten or wrong beginning is the commonest slip; no path of the contract has more than ten segments.
	const values = path
		.replace(/^\/+(?:api(?=\/|$))?\/*(?:v\d+(?=\/|$))?/i, "")
		.split("/")
		.filter((segment) => segment !== "")
		.slice(0, 12)
		.map((segment) => segment.toLowerCase());
	if (values.length === 0) return [];
	return templatesOf(operations)
		.map(({ row, segments }) => ({ row, far: distance(values, segments) + (row.verb === method ? 0 : 0.5) }))
		.filter(({ far }) => far < Math.max(0.9, values.length / 2))
		.sort((a, b) => a.far - b.far)
		.slice(0, 3)
		.map(({ row: { id, verb, path } }) => ({ operation: id, method: verb, path: `/api/v4${path}` }));
}
