/** Reports the health of a group's projects with GraphQL: paged, in batches below the complexity limit. */
import { createClient } from "@tenon/client";
import { createGraphQL, estimateComplexity, GroupProjectsDocument, type TypedDocument } from "@tenon/client/graphql";
import { program, runIfStarted } from "../support/program";

/** A query of our own. Its types are below, written by hand; a generator could write them. */
const HealthDocument: TypedDocument<Health, { fullPath: string }> = `query Health($fullPath: ID!) {
	project(fullPath: $fullPath) {
		pipelines(first: 1) { count nodes { status ref createdAt } }
		failed: pipelines(status: FAILED, first: 1) { count }
		issues(state: opened, first: 1) { count }
		mergeRequests(state: opened, first: 1) { count }
		alertManagementAlertStatusCounts { open }
	}
}`;

interface Count {
	readonly count: number;
}

/** A part that the user may not see is null. */
interface Health {
	readonly project: {
		readonly pipelines: (Count & { readonly nodes: readonly { status: string; ref: string | null }[] }) | null;
		readonly failed: Count | null;
		readonly issues: Count | null;
		readonly mergeRequests: Count | null;
		readonly alertManagementAlertStatusCounts: { readonly open: number | null } | null;
	} | null;
}

/** The complexity limit of the platform for requests with credentials. */
const limit = 250;

/** Splits a list into batches that each stay below the complexity limit. */
function batches(paths: readonly string[], costOf: (path: string) => number): string[][] {
	const all: string[][] = [];
	let cost = Infinity;
	for (const path of paths) {
		const own = costOf(path);
		if (cost + own > limit) {
			all.push([]);
			cost = 0;
		}
		cost += own;
		all.at(-1)?.push(path);
	}
	return all;
}

const cell = (value: string | number | null | undefined): string => String(value ?? "–").replaceAll("|", "\\|");

export const main = program({
	help: `
Usage: graphql-report [--group <path>]

Prints a Markdown table of the projects of a group and its subgroups: pipelines, failures, open issues, merge requests, alerts.

  --group <path>   Default acme.
`,
	options: { group: { type: "string", default: "acme" } },
	async run({ values, platform, signal, print, report }) {
		// With the estimate, the client refuses a query that is too complex before it sends it.
		const graphql = createGraphQL(createClient(platform), { complexity: estimateComplexity });
		const paths: string[] = [];
		const projects = graphql.paginate(
			GroupProjectsDocument,
			{ fullPath: values.group, includeSubgroups: true, first: 20 },
			({ group }) => group?.projects,
			// A group that the user cannot see has no projects either.
			{ signal, optional: true },
		);
		for await (const { fullPath } of projects) paths.push(fullPath);

		const costOf = (fullPath: string): number => estimateComplexity(HealthDocument.toString(), { fullPath });
		const parts = batches(paths, costOf);
		const rows: string[][] = [];
		for (const part of parts) {
			const results = await graphql.batch(
				part.map((fullPath) => [HealthDocument, { fullPath }] as const),
				{ signal },
			);
			for (const [index, result] of results.entries()) {
				const path = part[index] ?? "";
				// If one query fails, the others still have results.
				if (!result.ok) report(`${path}: ${result.error.message}`);
				const project = result.ok ? result.data.project : null;
				const [newest] = project?.pipelines?.nodes ?? [];
				rows.push([
					cell(path),
					cell(newest && `${newest.status.toLowerCase()} on ${newest.ref}`),
					cell(project?.pipelines?.count),
					cell(project?.failed?.count),
					cell(project?.issues?.count),
					cell(project?.mergeRequests?.count),
					cell(project?.alertManagementAlertStatusCounts?.open),
				]);
			}
		}
		const head = ["project", "newest pipeline", "pipelines", "failed", "issues", "merge requests", "alerts"];
		print(`# ${values.group}: ${paths.length} projects\n`);
		for (const row of [head, head.map((_, column) => (column < 2 ? "---" : "--:")), ...rows])
			print(`| ${row.join(" | ")} |`);
		report(
			`${paths.length} projects in ${parts.length} request(s) with a complexity of at most ${limit}; a project costs ${costOf(paths[0] ?? "")}`,
		);
	},
});

await runIfStarted(import.meta.url, main);
