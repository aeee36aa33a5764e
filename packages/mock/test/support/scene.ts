import type { Group, PlatformOptions } from "@tenon/mock";
import { expect } from "vitest";
import { type ReadResponse, type World, world } from "./world";

/** Who is there. `root` is an administrator; none of them is a member of anything yet. */
export const people = ["root", "owner", "maintainer", "developer", "reporter", "guest", "outsider"] as const;

export interface Scene extends World {
	/** Asks for a list that must be answered with 200, and gives one field of its items: by default the full path. */
	list(who: string | null, path: string, field?: string): Promise<unknown[]>;
	/** Makes groups by their full paths, with the same fields. */
	groups(fullPaths: readonly string[], fields?: Partial<Group>): Group[];
	/** Asks for something that must be refused or answered in just this way. */
	read(who: string | null, path: string): Promise<[number, unknown]>;
}

/** A platform with people and nothing else: what a list is to hold, each test makes itself. */
export function scene(options: PlatformOptions = {}): Scene {
	const made = world({
		seed: (make) => {
			for (const username of people) make.user({ username, admin: username === "root" });
		},
		...options,
	});
	return {
		...made,
		async list(who, path, field = "full_path") {
			const { status, body }: ReadResponse = await made.ask(who, "GET", path);
			expect([status, Array.isArray(body)], path).toEqual([200, true]);
			return body.map((one: { [name: string]: unknown }) => one[field]);
		},
		groups: (fullPaths, fields) => fullPaths.map((fullPath) => made.make.group(fullPath, fields)),
		async read(who, path) {
			const { status, body } = await made.ask(who, "GET", path);
			return [status, body];
		},
	};
}
