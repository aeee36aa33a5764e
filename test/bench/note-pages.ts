import { createPlatform, demo, type Platform } from "@tenon/mock";
import { paired } from "./paired";

const headers = { "private-token": "developer-token" };

/** Returns a platform with an issue that has `count` notes. */
function platformWith(count: number): { platform: Platform; path: string } {
	const platform = createPlatform({ seed: demo, clock: "2026-01-05T09:30:00Z" });
	const make = platform.seed;
	const project = platform.state.project("acme/web");
	if (!project) throw new Error("the demo has no acme/web");
	const issue = make.issue(project);
	const on = { type: "Issue", id: issue.id, project_id: project.id } as const;
	for (let number = 0; number < count; number++)
		make.note(on, { body: `Note ${number}`, created_at: new Date(number * 1000).toISOString() });
	return { platform, path: `http://localhost/api/v4/projects/${project.id}/issues/${issue.iid}/notes` };
}

/** Measures the first page and a deep page of a list, at a million records over a thousand. */
export async function notePages(): Promise<void> {
	const small = platformWith(1_000);
	const large = platformWith(1_000_000);
	const ask = async ({ platform, path }: typeof small, page: number): Promise<void> => {
		const response = await platform.handle({ method: "GET", url: `${path}?per_page=20&page=${page}`, headers });
		if (response.status !== 200) throw new Error(`${response.status}`);
	};
	// The sorted lists are built when they are first used.
	await ask(small, 1);
	await ask(large, 1);
	await paired({
		name: "the first page of notes, 1,000,000 over 1,000",
		aim: "≤ 1.2",
		subject: () => ask(large, 1),
		base: () => ask(small, 1),
		calls: 2_000,
	});
	await paired({
		name: "a page in the middle, 1,000,000 over 1,000",
		aim: "≤ 1.2",
		subject: () => ask(large, 25_000),
		base: () => ask(small, 25),
		calls: 2_000,
	});
	await paired({
		name: "the last page, 1,000,000 over 1,000",
		aim: "≤ 1.2",
		subject: () => ask(large, 50_000),
		base: () => ask(small, 50),
		calls: 2_000,
	});
}
