import { operations } from "@tenon/contract";
import { Builder, createPlatform, demo, type Platform } from "@tenon/mock";
import { paired } from "./paired";

const headers = { "private-token": "root-token" };

/** A platform where each list that is asked for below has so many records to show. */
function platformWith(count: number): { platform: Platform; busy: number } {
	const limits = Object.values(operations).flatMap((row) =>
		row.rateLimit ? [[row.rateLimit.key, null] as const] : [],
	);
	const rateLimits = Object.fromEntries(limits);
	const platform = createPlatform({ seed: demo, clock: "2026-01-05T09:30:00Z", rateLimits });
	const make = new Builder(platform.state);
	const web = platform.state.project("acme/web");
	if (!web) throw new Error("the demo lacks acme/web");
	make.group("many");
	const release = make.release(web, { tag_name: "many" });
	const busy = make.runner({ projects: [web] });
	const ran = make.pipeline(web, { status: "success", user_id: 1 });
	for (let number = 0; number < count; number++) {
		const at = new Date(Date.UTC(2025, 0, 1) + number * 1000).toISOString();
		make.pipeline(web, { status: "success", user_id: 1, created_at: at });
		make.user({ username: `user-${number}`, created_at: at });
		make.group(`many/group-${number}`, { created_at: at });
		make.project(`many/project-${number}`, { created_at: at });
		make.runner({ projects: [web] });
		make.job(ran, { runner_id: busy.id });
		make.releaseLink(release, { name: `link ${number}`, url: `https://example.com/${number}` });
	}
	return { platform, busy: busy.id };
}

const lists: { [name: string]: string } = {
	pipelines: "/projects/acme%2Fweb/pipelines",
	users: "/users",
	groups: "/groups",
	subgroups: "/groups/many/subgroups",
	"group projects": "/groups/many/projects",
	"descendant groups": "/groups/many/descendant_groups",
	"all runners": "/runners/all",
	"project runners": "/projects/acme%2Fweb/runners",
	"runner jobs": "/runners/BUSY/jobs",
	"release links": "/projects/acme%2Fweb/releases/many/assets/links",
	activities: "/user/activities?from=2020-01-01",
};

const records: { [name: string]: string } = {
	"a pipeline by id": "/projects/acme%2Fweb/pipelines/701",
	"a user by id": "/users/3",
	"a group by path": "/groups/acme?with_projects=false",
	"a runner by id": "/runners/BUSY",
};

/** The first page of lists, and records by id, at 100,000 records over 1,000. */
export async function listPages(): Promise<void> {
	const small = platformWith(1_000);
	const large = platformWith(100_000);
	const ask = async ({ platform, busy }: typeof small, path: string): Promise<void> => {
		const url = `http://localhost/api/v4${path.replace("BUSY", String(busy))}`;
		const answer = await platform.handle({ method: "GET", url, headers });
		if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${String(answer.body).slice(0, 200)}`);
	};
	for (const [name, path] of [...Object.entries(lists), ...Object.entries(records)]) {
		// The standing orders are built at first use; and a list that costs its length is not asked for long.
		await ask(small, path);
		await ask(large, path);
		const started = performance.now();
		await ask(large, path);
		const slow = performance.now() - started > 20;
		await paired({
			name: `${name}, 100,000 over 1,000`,
			aim: "≤ 1.2",
			subject: () => ask(large, path),
			base: () => ask(small, path),
			calls: slow ? 3 : 1_000,
			rounds: slow ? 3 : 7,
		});
	}
}

/** Bytes of heap that a thousand records take. */
export function memory(): void {
	const collect = (): number => {
		globalThis.gc?.();
		return process.memoryUsage().heapUsed;
	};
	const platform = createPlatform({ seed: demo });
	const make = new Builder(platform.state);
	const web = platform.state.project("acme/web");
	if (!web || !globalThis.gc) throw new Error("run with --expose-gc");
	const measure = (name: string, count: number, one: (number: number) => void): void => {
		const before = collect();
		for (let number = 0; number < count; number++) one(number);
		console.log(`${name.padEnd(64)} ${Math.round((((collect() - before) / count) * 1000) / 1024)} KiB a thousand`);
	};
	measure("memory of users", 20_000, (number) => make.user({ username: `person-${number}` }));
	const issue = make.issue(web);
	const on = { type: "Issue", id: issue.id, project_id: web.id } as const;
	measure("memory of notes", 100_000, (number) => make.note(on, { body: `Note ${number}` }));
}
