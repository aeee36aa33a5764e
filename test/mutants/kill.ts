import { createPlatform, demo } from "@tenon/mock";
import scene from "../../packages/conformance/scenes/tenon-mock.json" with { type: "json" };
import { run } from "../../packages/conformance/src/index";
import { allRules } from "../../packages/conformance/src/rules";
import recorded from "./kills.json" with { type: "json" };
import { type Mutant, mutated } from "./mutant";

/** The result of a run against a broken server: the checks that notice it. */
export interface Kill {
	readonly mutant: Mutant;
	readonly caughtBy: readonly string[];
	readonly made: number;
	readonly milliseconds: number;
}

export const nameOf = ({ name, operations }: Mutant): string =>
	`${operations === "*" ? "everywhere" : operations.join(", ")}: ${name}`;

/** Returns a few rules that noticed a broken server when kills.json was recorded. */
function likely(mutant: Mutant): readonly string[] {
	const name = nameOf(mutant);
	const ids = new Set(allRules().map(({ id }) => id));
	const noticed = Object.entries(recorded).flatMap(([id, names]) => (names.includes(name) && ids.has(id) ? [id] : []));
	return noticed.slice(0, 3).map((id) => `id:${id}`);
}

async function runAgainst(mutant: Mutant, include: readonly string[], toTheEnd: boolean): Promise<Kill> {
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
		include,
		...(toTheEnd ? {} : { signal: caught.signal }),
		onEvent: (event) => event.type === "result" && event.result.verdict === "fail" && caught.abort(),
	});
	const caughtBy = report.results.flatMap(({ check, verdict }) =>
		verdict === "fail" || verdict === "unreachable" ? [check.id] : [],
	);
	return { mutant, caughtBy, made: report.results.length, milliseconds: report.milliseconds };
}

/**
 * Runs the rules of a broken server's operations, or `all` rules, against it until one fails, the likely ones first.
 * With `toTheEnd`, runs all of them.
 */
export async function tryToKill(
	mutant: Mutant,
	{ all = false, toTheEnd = all }: { all?: boolean; toTheEnd?: boolean } = {},
): Promise<Kill> {
	const first = toTheEnd ? [] : likely(mutant);
	const quick = first.length > 0 ? await runAgainst(mutant, first, toTheEnd) : undefined;
	return quick && quick.caughtBy.length > 0 ? quick : await runAgainst(mutant, all ? [] : mutant.checks, toTheEnd);
}
