import { createPlatform, demo } from "@tenon/mock";
import scene from "../../packages/conformance/scenes/tenon-mock.json" with { type: "json" };
import { run } from "../../packages/conformance/src/index";
import { type Mutant, mutated } from "./mutant";

/** The result of a run against a broken server: the checks that notice it. */
export interface Kill {
	readonly mutant: Mutant;
	readonly caughtBy: readonly string[];
	readonly made: number;
	readonly milliseconds: number;
}

/** Runs rules against a broken server: those of its operations until one fails (or `toTheEnd`), or all rules. */
export async function tryToKill(
	mutant: Mutant,
	{ all = false, toTheEnd = all }: { all?: boolean; toTheEnd?: boolean } = {},
): Promise<Kill> {
	const fetch = mutated(mutant, createPlatform({ seed: demo }));
	const caught = new AbortController();
	const report = await run({
		baseUrl: "http://mutant.test",
		fetch,
		mode: "destructive",
		repeat: false,
		tier: "ultimate",
		offering: "any",
		...scene,
		...(all ? {} : { include: mutant.checks }),
		...(toTheEnd ? {} : { signal: caught.signal }),
		onEvent: (event) => event.type === "result" && event.result.verdict === "fail" && caught.abort(),
	});
	const caughtBy = report.results.flatMap(({ check, verdict }) =>
		verdict === "fail" || verdict === "unreachable" ? [check.id] : [],
	);
	return { mutant, caughtBy, made: report.results.length, milliseconds: report.milliseconds };
}

export const nameOf = ({ name, operations }: Mutant): string =>
	`${operations === "*" ? "everywhere" : operations.join(", ")}: ${name}`;
