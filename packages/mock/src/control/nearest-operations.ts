import type { OperationRow } from "@tenon/contract";
import { nearest } from "../lib/nearest";
import { contractOperations, type OperationSet } from "../request/operation-set";

/** An operation that a request may have meant. */
export interface Suggestion {
	readonly operation: string;
	readonly method: string;
	/** The path template, below the installation's base URL. */
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

/** Returns the distance of two segments: 0 if they are equal, 1 if they have nothing in common. */
function apart(text: string, template: string): number {
	if (text === template) return 0;
	// A parameter's value may be anything, but a segment that equals a word of the path probably means that word.
	if (template.startsWith("{")) return 0.1;
	return nearest(text, [template]) === undefined ? 1 : 0.3;
}

/** Returns the edit distance of two paths: the cheapest way to change, remove or insert segments. */
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

/** Returns up to three operations that are most similar to the request. */
export function nearestOperations(method: string, path: string, operations = contractOperations): Suggestion[] {
	// A missing or wrong prefix is the most common mistake. No path of the contract has more than ten segments.
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
