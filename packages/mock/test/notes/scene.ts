import type { Note, PlatformOptions, Visibility } from "@tenon/mock";
import { expect } from "vitest";
import { type Asked, type Told, type World, world } from "../support/world";
import type { Kind, Lab, Parent, Wanted } from "./kinds";

/** Members of the lab's group; `outsider` is signed in and a member of nothing. */
export const roles = ["guest", "reporter", "developer", "maintainer", "owner"] as const;

/** A parent of a kind, without notes, in a lab of its own. */
export interface Scene extends World {
	kind: Kind;
	lab: Lab;
	parent: Parent;
	/** The path of the project or group, by number. */
	place: string;
	/** The path of the notes. */
	at: string;
	/** Makes a note on the parent, by the developer unless told otherwise. */
	note(given?: Partial<Note>): Note;
	/** Makes that many notes, a minute apart. */
	notes(count: number, given?: (index: number) => Partial<Note>): Note[];
	list(who: string, query?: string): Promise<Told>;
	get(who: string, id: number): Promise<Told>;
	post(who: string, json: object): Promise<Told>;
	put(who: string, id: number, json?: object): Promise<Told>;
	remove(who: string, id: number, asked?: Asked): Promise<Told>;
	/** Another parent of the same kind, in the same lab. */
	sibling(wanted?: Wanted): { parent: Parent; at: string };
	/** Asks, and sees that nothing was changed by it. */
	inVain(ask: () => Promise<Told>): Promise<Told>;
}

/** Sets a scene: by default in a public group and project. */
export function scene(
	kind: Kind,
	{ visibility = "public", wanted, ...options }: PlatformOptions & { visibility?: Visibility; wanted?: Wanted } = {},
): Scene {
	const here = world(options);
	const { ask, make, platform } = here;
	const group = make.group("lab", { visibility });
	for (const role of roles) make.member(role, "lab", role);
	const lab: Lab = { group, project: make.project("lab/rig", { visibility }) };
	const place = `/${kind.place}/${kind.place === "projects" ? lab.project.id : lab.group.id}`;
	const pathOf = (parent: Parent): string => `${place}${parent.at}/notes`;
	const parent = kind.make(make, lab, wanted);
	const at = pathOf(parent);
	const note: Scene["note"] = (given) => make.note(parent, { author_id: make.userId("developer"), ...given });
	return {
		...here,
		kind,
		lab,
		parent,
		place,
		at,
		note,
		notes: (count, given = () => ({})) =>
			Array.from({ length: count }, (_, index) => {
				const created_at = new Date(platform.clock.now() + (index - count) * 60_000).toISOString();
				return note({ created_at, ...given(index) });
			}),
		list: (who, query = "") => ask(who, "GET", `${at}?${query}`),
		get: (who, id) => ask(who, "GET", `${at}/${id}`),
		post: (who, json) => ask(who, "POST", at, { json }),
		put: (who, id, json) => ask(who, "PUT", `${at}/${id}`, json ? { json } : {}),
		remove: (who, id, asked) => ask(who, "DELETE", `${at}/${id}`, asked),
		sibling(other) {
			const made = kind.make(make, lab, other);
			return { parent: made, at: pathOf(made) };
		},
		async inVain(request) {
			const before = here.state();
			const told = await request();
			// Compared as a truth value: the difference of two whole states is nothing to print.
			expect(here.state() === before, "the state is as before").toBe(true);
			return told;
		},
	};
}

/** One of the five operations on notes, to be asked of any of them. */
export interface Operation {
	name: "list" | "get" | "create" | "update" | "delete";
	method: "GET" | "POST" | "PUT" | "DELETE";
	/** Whether it addresses one note. */
	one: boolean;
	asked: Asked;
}

export const operations: readonly Operation[] = [
	{ name: "list", method: "GET", one: false, asked: {} },
	{ name: "get", method: "GET", one: true, asked: {} },
	{ name: "create", method: "POST", one: false, asked: { json: { body: "Asked." } } },
	{ name: "update", method: "PUT", one: true, asked: { json: { body: "Changed." } } },
	{ name: "delete", method: "DELETE", one: true, asked: {} },
];

/** The bodies of the five operations' answers when asked of the notes at `at` and of one of them; none may change anything. */
export async function askAll(
	{ ask, inVain }: Scene,
	who: string | null,
	at: string,
	id: number,
	among: readonly Operation[] = operations,
): Promise<{ status: number; body: unknown }[]> {
	const answers: { status: number; body: unknown }[] = [];
	for (const { method, one, asked } of among) {
		const { status, body } = await inVain(() => ask(who, method, one ? `${at}/${id}` : at, asked));
		answers.push({ status, body });
	}
	return answers;
}

/** The same answer five times, or as often as given. */
export const all = (status: number, body: object, times = operations.length): object[] =>
	Array.from({ length: times }, () => ({ status, body }));
