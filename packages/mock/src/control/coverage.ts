import type { OperationRow } from "@tenon/contract";
import { contractOperations, type OperationSet } from "../request/operation-set";
import type { Exchange } from "./exchange";
import { type ControlledOperation, operationNames } from "./operation-names";

/** What was exercised of an operation, and what was not, compared with the contract. */
export interface OperationCoverage {
	readonly operation: ControlledOperation;
	readonly calls: number;
	/** The number of responses by status, including undeclared statuses. */
	readonly statuses: { readonly [status: number]: number };
	/** The number of invalid responses by status. They are validated in strict mode, or if a page listens. */
	readonly broken: { readonly [status: number]: number };
	/** Declared statuses that no response had. Those from 400 on are the operation's error paths. */
	readonly missingStatuses: readonly number[];
	/** Declared parameters and body fields that were sent. */
	readonly parameters: readonly string[];
	readonly missingParameters: readonly string[];
}

/** What was exercised of an operation, without what was not. */
export type Exercised = Pick<OperationCoverage, "operation" | "calls" | "statuses" | "broken" | "parameters">;

interface Share {
	readonly covered: number;
	readonly total: number;
}

/** How much of the contract was exercised. */
export interface Coverage {
	/** Every operation of the contract, in its order. */
	readonly operations: readonly OperationCoverage[];
	readonly totals: {
		readonly operations: Share;
		/** Declared statuses below 400. */
		readonly successes: Share;
		/** Declared statuses from 400 on. */
		readonly errors: Share;
		readonly parameters: Share;
	};
}

interface Tally {
	calls: number;
	/** The operation's row at the last call. Each row always has the same path parameters. */
	row: OperationRow | undefined;
	readonly statuses: Map<number, number>;
	readonly broken: Map<number, number>;
	readonly names: Set<string>;
}

/** Returns the name of the parameter that a sent name belongs to: `variables` for `variables[0][key]`. */
const rootOf = (name: string): string => {
	const bracket = name.indexOf("[");
	return bracket < 0 ? name : name.slice(0, bracket);
};

/** Counts what was exercised since the platform was created. */
export class CoverageCounter {
	readonly #tallies = new Map<ControlledOperation, Tally>();
	readonly #operations: OperationSet;

	constructor(operations: OperationSet) {
		this.#operations = operations;
	}

	/** Counts a request. The exchange may release its query and body after that. */
	count(exchange: Exchange): void {
		const { operation, response, row, params, query, body } = exchange;
		if (operation === undefined) return;
		let tally = this.#tallies.get(operation);
		if (!tally) {
			tally = { calls: 0, row: undefined, statuses: new Map(), broken: new Map(), names: new Set() };
			this.#tallies.set(operation, tally);
		}
		const status = response?.status ?? 0;
		tally.calls += 1;
		if (status > 0) add(tally.statuses, status);
		if (!row) return;
		if (tally.row !== row)
			for (const { name, in: place } of row.parameters) if (place === "path" && name in params) tally.names.add(name);
		tally.row = row;
		for (const [name] of query) tally.names.add(rootOf(name));
		const fields = body?.kind === "json" ? body.value : body?.kind === "form" ? body.fields : undefined;
		if (typeof fields === "object" && fields !== null) for (const name of Object.keys(fields)) tally.names.add(name);
	}

	/** Counts a response that breaks the contract, in addition to its request. */
	countBroken(operation: ControlledOperation, status: number): void {
		const tally = this.#tallies.get(operation);
		if (tally) add(tally.broken, status);
	}

	clear(): void {
		this.#tallies.clear();
	}

	report(): Coverage {
		return withTotals(
			operationNames(this.#operations).map((operation) => this.#operation(operation)),
			this.#operations,
		);
	}

	#operation(operation: ControlledOperation): OperationCoverage {
		const tally = this.#tallies.get(operation);
		const sent = (name: string): boolean => tally?.names.has(name) === true;
		const parameters = parametersOf(operation, this.#operations);
		return {
			operation,
			calls: tally?.calls ?? 0,
			statuses: inOrder(tally?.statuses),
			broken: inOrder(tally?.broken),
			missingStatuses: statusesOf(operation, this.#operations).filter((status) => !tally?.statuses.has(status)),
			parameters: parameters.filter(sent),
			missingParameters: parameters.filter((name) => !sent(name)),
		};
	}
}

/** Returns the operations that were called, with what was exercised of them. */
export const exercised = ({ operations }: Coverage): Exercised[] =>
	operations.flatMap(({ operation, calls, statuses, broken, parameters }) =>
		calls > 0 ? [{ operation, calls, statuses, broken, parameters }] : [],
	);

/**
 * Adds up the coverage of several platforms.
 *
 * @param operations The operations of the platforms. Default: the contract's.
 */
export function mergeCoverage(all: Iterable<readonly Exercised[]>, operations = contractOperations): Coverage {
	const rows = new Map<ControlledOperation, Exercised[]>();
	for (const one of all)
		for (const row of one) {
			const there = rows.get(row.operation);
			if (there) there.push(row);
			else rows.set(row.operation, [row]);
		}
	return withTotals(
		operationNames(operations).map((operation) => merged(operation, rows.get(operation) ?? [], operations)),
		operations,
	);
}

function merged(
	operation: ControlledOperation,
	rows: readonly Exercised[],
	operations: OperationSet,
): OperationCoverage {
	const statuses = summed(rows.map((row) => row.statuses));
	const sent = new Set(rows.flatMap(({ parameters }) => parameters));
	const declared = parametersOf(operation, operations);
	return {
		operation,
		calls: sum(rows, ({ calls }) => calls),
		statuses,
		broken: summed(rows.map((row) => row.broken)),
		missingStatuses: statusesOf(operation, operations).filter((status) => !(status in statuses)),
		parameters: declared.filter((name) => sent.has(name)),
		missingParameters: declared.filter((name) => !sent.has(name)),
	};
}

function withTotals(rows: readonly OperationCoverage[], operations: OperationSet): Coverage {
	const share = (declared: (row: OperationCoverage) => readonly number[]): Share => ({
		total: sum(rows, (row) => declared(row).length),
		covered: sum(rows, (row) => declared(row).filter((status) => !row.missingStatuses.includes(status)).length),
	});
	return {
		operations: rows,
		totals: {
			operations: { total: rows.length, covered: sum(rows, ({ calls }) => (calls > 0 ? 1 : 0)) },
			successes: share(({ operation }) => statusesOf(operation, operations).filter((status) => status < 400)),
			errors: share(({ operation }) => statusesOf(operation, operations).filter((status) => status >= 400)),
			parameters: {
				total: sum(rows, ({ parameters, missingParameters }) => parameters.length + missingParameters.length),
				covered: sum(rows, ({ parameters }) => parameters.length),
			},
		},
	};
}

interface Counts {
	readonly [status: number]: number;
}

/** Adds up counts by status. */
function summed(all: readonly Counts[]): Counts {
	const counts: { [status: number]: number } = {};
	for (const one of all)
		for (const [status, count] of Object.entries(one)) counts[Number(status)] = (counts[Number(status)] ?? 0) + count;
	return counts;
}

const add = (counts: Map<number, number>, status: number): unknown => counts.set(status, (counts.get(status) ?? 0) + 1);

const inOrder = (counts: ReadonlyMap<number, number> = new Map()): Counts =>
	Object.fromEntries([...counts].sort(([a], [b]) => a - b));

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
	rows.reduce((total, row) => total + of(row), 0);

// GraphQL is one operation here: coverage does not look into its documents.
const statusesOf = (operation: ControlledOperation, operations: OperationSet): readonly number[] =>
	operation === "executeGraphql" ? [200, 400, 401, 403, 422] : (operations.row(operation)?.statuses ?? []);

const parametersOf = (operation: ControlledOperation, operations: OperationSet): readonly string[] => {
	if (operation === "sendAlert") return [];
	const { parameters = [], body } = operations.row(operation) ?? {};
	return [...new Set([...parameters, ...(body?.fields ?? [])].map(({ name }) => name))];
};
