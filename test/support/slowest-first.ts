import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Ends of the names of test files that run for a minute or longer, the slowest first. */
const slowest = [
	"/conformance/sound-servers.test.ts",
	"/conformance/lawful.test.ts",
	"/compat/compat.test.ts",
	"/conformance/mock.test.ts",
	"/contributing/new-operation.test.ts",
	"/inspector/control.test.ts",
	"/packaging/packages.test.ts",
	"/mutants/mutants.test.ts",
	"/inspector/data.test.ts",
];

const rank = ({ moduleId }: TestSpecification): number => {
	const at = slowest.findIndex((end) => moduleId.endsWith(end));
	return at === -1 ? slowest.length : at;
};

/** Starts the slowest files first, so that none of them runs alone in the end. Vitest knows that only after a run. */
export class SlowestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
	}
}
