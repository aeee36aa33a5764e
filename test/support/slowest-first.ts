import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The ends of the paths of test files that run for more than a minute, slowest first. */
const slowest = [
	"/conformance/sound-servers.test.ts",
	"/conformance/sandbox.test.ts",
	"/conformance/mock.test.ts",
	"/conformance/dialect.test.ts",
	"/conformance/lawful.test.ts",
	"/compat/compat.test.ts",
	"/contributing/new-operation.test.ts",
	"/inspector/layout.test.ts",
	"/packaging/packages.test.ts",
	"/compat/extending.test.ts",
	"/mutants/mutants.test.ts",
	"/examples/run.test.ts",
	"/inspector/drawer.test.ts",
];

const rank = ({ moduleId }: TestSpecification): number => {
	const at = slowest.findIndex((end) => moduleId.endsWith(end));
	return at === -1 ? slowest.length : at;
};

/** Starts the slowest files first, so that none of them runs alone at the end. Vitest only knows them after a run. */
export class SlowestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
	}
}
