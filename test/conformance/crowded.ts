import type { Platform } from "@tenon/mock";

/** The number of users, pipelines and groups: more than a rule reads, which is ten pages of a hundred. */
const many = 1_100;
/** The number of all other records: more than one page has. */
const some = 130;

const times = (count: number, make: (index: number) => unknown): void => {
	for (let index = 0; index < count; index++) make(index);
};

/** Fills the demo's projects and groups like years of work. Records that the scene names do not change. */
export function crowd({ seed, clock }: Platform): void {
	const daysAgo = (index: number): string => new Date(Date.parse(clock.iso()) - (index + 1) * 86_400_000).toISOString();
	times(many, (index) =>
		seed.user({
			created_at: daysAgo(index),
			username: `bulk-${index}`,
			name: `Bulk ${index % 50}`,
			state: index % 7 === 0 ? "blocked" : "active",
			admin: index % 97 === 0,
			external: index % 11 === 0,
		}),
	);
	times(many, (index) =>
		seed.group({ full_path: `bulk-${index}`, visibility: index % 3 === 0 ? "private" : "public" }),
	);
	times(many, (index) =>
		seed.pipeline("acme/web", { created_at: daysAgo(index), status: index % 3 === 0 ? "failed" : "success" }),
	);
	times(some, (index) => {
		const group = seed.group({ full_path: `acme/bulk-${index}`, visibility: "public" });
		seed.project({ full_path: `acme/bulk-project-${index}`, visibility: "public" });
		seed.share(`bulk-${3 * index + 1}`, "acme", "developer");
		seed.share("acme", `bulk-${3 * index + 2}`, "guest");
		seed.issue("acme/web", { title: `Bulk ${index}`, author: "developer" });
		seed.mergeRequest("acme/web", { title: `Bulk ${index}`, author: "developer" });
		seed.epic("acme", { title: `Bulk ${index}` });
		seed.snippet("acme/web", { title: `Bulk ${index}` });
		seed.alert("acme/web", { title: `Bulk ${index}` });
		seed.runner({}, { description: `Bulk ${index}` });
		seed.runner({ group }, { description: `Bulk ${index}` });
		seed.runner({ group: "acme" }, { description: `Bulk ${index}` });
		seed.runner({ projects: ["acme/web"] }, { description: `Bulk ${index}` });
		seed.resourceToken("acme", "developer", { name: `Bulk ${index}` });
	});
}
