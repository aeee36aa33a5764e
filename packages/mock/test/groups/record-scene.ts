import type { Group, PlatformOptions } from "@tenon/mock";
import { expect } from "vitest";
import type { Asked, Told } from "../support/world";
import { type Scene, scene } from "./scene";

/** The roles in the group that have a user of their name, highest first. */
export const roles = ["owner", "maintainer", "developer", "reporter", "guest"] as const;

/** Those who may see the group and not administer it. */
export const lowerRoles = roles.slice(1);

/** A scene with a top-level group `lab`, in which a user has each role. */
export interface GroupScene extends Scene {
	/** As it was made. */
	group: Group;
	/** The path of the group. */
	at: string;
	/** Makes a group below it, with members of its own by name. */
	sub(path: string, given?: Partial<Group>): Group;
	/** The record that someone gets, by default the owner; it must be answered with 200. */
	read(who?: string | null, of?: Group, query?: string): Promise<Told["body"]>;
	/** Changes a group, by default the lab as its owner. */
	put(changes: object, who?: string | null, of?: Group): Promise<Told>;
	/** The record after a change that must be answered with 200; a following read must give the same. */
	changed(changes: object, who?: string, of?: Group): Promise<Told["body"]>;
	/** Asks for something that must leave everything as it is. */
	inVain(who: string | null, method: string, path: string, asked?: Asked): Promise<Told>;
	/** What a change is refused with, which must be 400 and leave everything as it is. */
	refusal(changes: object, who?: string, of?: Group): Promise<Told["body"]>;
}

export function groupScene(given: Partial<Group> = {}, options: PlatformOptions = {}): GroupScene {
	const made = scene(options);
	const { ask, make, state } = made;
	const group = make.group("lab", given);
	for (const role of roles) make.member(role, "lab", role);
	const pathOf = (of: Group): string => `/groups/${of.id}`;
	const read: GroupScene["read"] = async (who = "owner", of = group, query = "") => {
		const told = await ask(who, "GET", `${pathOf(of)}${query}`);
		expect(told.status, JSON.stringify(told.body)).toBe(200);
		return told.body;
	};
	const put: GroupScene["put"] = (json, who = "owner", of = group) => ask(who, "PUT", pathOf(of), { json });
	const inVain: GroupScene["inVain"] = async (who, method, path, asked) => {
		const before = state();
		const told = await ask(who, method, path, asked);
		expect(state() === before, `${method} ${path} leaves everything as it is`).toBe(true);
		return told;
	};
	return {
		...made,
		group,
		at: pathOf(group),
		sub: (path, below = {}) => make.group(`lab/${path}`, below),
		read,
		put,
		async changed(changes, who = "owner", of = group) {
			const told = await put(changes, who, of);
			expect(told.status, JSON.stringify(told.body)).toBe(200);
			expect(await read(who, of)).toEqual(told.body);
			return told.body;
		},
		inVain,
		async refusal(json, who = "owner", of = group) {
			const told = await inVain(who, "PUT", pathOf(of), { json });
			expect(told.status).toBe(400);
			return told.body;
		},
	};
}
