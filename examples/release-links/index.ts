/** Makes the links of a release match a manifest. A second run changes nothing. */
import { readFile } from "node:fs/promises";
import { createClient } from "@tenon/client";
import { program, runIfStarted } from "../support/program";
import { readManifest } from "./manifest";
import { type Change, changesOf } from "./plan";

const marks = { create: "+", update: "~", leave: "=", delete: "-", stray: "?" } satisfies Record<
	Change["kind"],
	string
>;

export const main = program({
	help: `
Usage: release-links [--tag <name>] [--project <path>] [--manifest <file>] [--prune] [--dry-run]

Makes the links of a release match a manifest: creates (+), updates (~) or leaves (=) them. The name identifies a link.

  --project <path>    Default acme/web.
  --tag <name>        Tag of the release. Default v1.0.
  --manifest <file>   JSON: [{ "name", "url", "link_type"?, "direct_asset_path"? }]. Default: links.json in the folder of this
                      example.
  --prune             Delete links (-) that the manifest does not have. By default they are only shown (?).
  --dry-run           Show what would be done, without writing anything.
`,
	options: {
		project: { type: "string", default: "acme/web" },
		tag: { type: "string", default: "v1.0" },
		manifest: { type: "string" },
		prune: { type: "boolean", default: false },
		"dry-run": { type: "boolean", default: false },
	},
	async run({ values, platform, signal, print }) {
		const manifest = readManifest(
			await readFile(values.manifest ?? new URL("links.json", import.meta.url), "utf8"),
			values.manifest ?? "links.json",
		);
		const { releaseLinks } = createClient(platform);
		const at = { id: values.project, tag_name: values.tag };
		const present = await releaseLinks.list(at, { signal }).all();
		const changes = changesOf(manifest, present, values.prune);
		for (const change of changes) {
			if (!values["dry-run"]) {
				if (change.kind === "create") await releaseLinks.create({ ...at, ...change.link }, { signal });
				if (change.kind === "update")
					await releaseLinks.update({ ...at, link_id: change.id, ...change.link }, { signal });
				if (change.kind === "delete") await releaseLinks.delete({ ...at, link_id: change.id }, { signal });
			}
			const why = change.kind === "update" ? `  (${change.differs.join(", ")})` : "";
			print(`${marks[change.kind]} ${change.link.name}  ${change.link.url}${why}`);
		}
		const count = (kind: Change["kind"]): number => changes.filter((change) => change.kind === kind).length;
		print(
			`${values.tag}: ${count("create")} created, ${count("update")} updated, ${count("leave")} left, ${count("delete")} deleted${values["dry-run"] ? " (dry run: nothing was written)" : ""}`,
		);
	},
});

await runIfStarted(import.meta.url, main);
