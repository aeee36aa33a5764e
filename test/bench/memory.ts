import { createPlatform, demo } from "@tenon/mock";

/** Measures the bytes of heap per thousand records. */
export function memory(): void {
	const collect = (): number => {
		globalThis.gc?.();
		return process.memoryUsage().heapUsed;
	};
	const platform = createPlatform({ seed: demo });
	const make = platform.seed;
	const web = platform.state.project("acme/web");
	if (!web || !globalThis.gc) throw new Error("run with --expose-gc");
	const measure = (name: string, count: number, one: (number: number) => void): void => {
		const before = collect();
		for (let number = 0; number < count; number++) one(number);
		console.log(`${name.padEnd(64)} ${Math.round((((collect() - before) / count) * 1000) / 1024)} KiB a thousand`);
	};
	const { users } = platform.state;
	measure("memory of users", 20_000, (number) => {
		const username = `account-${number}`;
		users.insert({ username, name: `Account ${number}`, email: `${username}@example.com` });
	});
	measure("memory of users with two tokens each", 20_000, (number) => make.user({ username: `person-${number}` }));
	const issue = make.issue(web);
	const on = { type: "Issue", id: issue.id, project_id: web.id } as const;
	measure("memory of notes", 100_000, (number) => make.note(on, { body: `Note ${number}` }));
}
