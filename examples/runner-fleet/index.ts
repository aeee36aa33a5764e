/** Audits a fleet of runners: which are offline, outdated, or run jobs of any branch. */
import { createClient, limitConcurrency, PermissionDeniedError } from "@tenon/client";
import { Misuse, program, runIfStarted } from "../support/program";
import { table } from "../support/table";
import { type Audited, findingsOf } from "./findings";

/** The result of a call, or undefined if the user may not see it. Users of a shared runner may not see its details. */
const orHidden = <T>(call: PromiseLike<T>): Promise<T | undefined> =>
	Promise.resolve(call).catch((error: unknown) => {
		if (error instanceof PermissionDeniedError) return undefined;
		throw error;
	});

export const main = program({
	help: `
Usage: runner-fleet [--group <path> | --project <path> | --all] [--tag <tag>]… [--minimum <version>] [--json] [--check]

Lists runners with their findings: not online (offline, stale, never contacted), outdated on a machine, or open to jobs of
unprotected branches. Then it counts the findings by tag.

  --group <path>        Runners of a group. Default acme.
  --project <path>      Runners of a project.
  --all                 Runners of the whole installation, for administrators.
  --tag <tag>           Only runners with this tag. Repeat it: a runner must have all tags.
  --minimum <version>   Runners below this version are outdated. Default 16.1.
  --json                Print JSON instead of tables.
  --check               Exit with 1 if there are findings.
`,
	options: {
		group: { type: "string" },
		project: { type: "string" },
		all: { type: "boolean", default: false },
		tag: { type: "string", multiple: true },
		minimum: { type: "string", default: "16.1" },
		json: { type: "boolean", default: false },
		check: { type: "boolean", default: false },
	},
	async run({ values, platform, signal, print, report }) {
		const { group, project, all, minimum } = values;
		if ([group, project, all || undefined].filter((one) => one !== undefined).length > 1)
			throw new Misuse("--group, --project and --all cannot be used together.");
		if (!/^\d+(\.\d+)*$/.test(minimum)) throw new Misuse(`--minimum must be a version such as 16.1, not "${minimum}".`);
		const { runners, projectRunners, groupRunners } = createClient({ ...platform, limit: limitConcurrency(6) });
		const tags = values.tag ? { tag_list: values.tag } : {};
		const scope = all
			? runners.listAll(tags, { signal })
			: project !== undefined
				? projectRunners.list({ id: project, ...tags }, { signal })
				: groupRunners.list({ id: group ?? "acme", ...tags }, { signal });
		const list = await scope.all({ onPage: ({ items, total }) => report(`${items} of ${total ?? "many"} runners`) });
		const fleet = await Promise.all(
			list.map(async (listed): Promise<Audited> => {
				const { id } = listed;
				// Both calls run at the same time; the client limits the number of requests in flight.
				const [detail, managers] = await Promise.all([
					orHidden(runners.get({ id }, { signal })),
					orHidden(runners.listManagers({ id }, { signal })),
				]);
				const findings = findingsOf(listed, detail, managers?.items, minimum);
				return { ...listed, tags: detail?.tag_list, findings };
			}),
		);
		const bad = fleet.filter(({ findings }) => findings.length > 0);
		if (values.json) {
			const rows = fleet.map(({ id, name, status, tags, findings }) => ({ id, name, status, tags, findings }));
			print(JSON.stringify(rows, null, "\t"));
		} else {
			const rows = fleet.map((runner) => [
				`#${runner.id}`,
				runner.name ?? "",
				runner.runner_type.replace("_type", ""),
				runner.status,
				runner.tags ? runner.tags.join(",") || "–" : "not shown",
				runner.findings.join("; ") || (runner.tags ? "fine" : "not shown"),
			]);
			for (const line of table(["id", "name", "serves", "status", "tags", "findings"], rows)) print(line);
			const allTags = [...new Set(fleet.flatMap(({ tags = [] }) => tags))];
			const byTag = allTags.sort().map((tag) => {
				const having = fleet.filter(({ tags }) => tags?.includes(tag));
				const online = having.filter(({ status }) => status === "online").length;
				const found = having.filter(({ findings }) => findings.length > 0).length;
				return [tag, String(having.length), String(online), String(found)];
			});
			print("");
			for (const line of table(["tag", "runners", "online", "with findings"], byTag)) print(line);
			print(`\n${fleet.length} runners, ${bad.length} with findings`);
		}
		return values.check && bad.length > 0 ? 1 : 0;
	},
});

await runIfStarted(import.meta.url, main);
