/** Serves the URLs in `avatar_url`. They are outside the APIs, and return the image itself. */
import type { Actor } from "../../request/access/actor";
import { methodNotAllowed, noRoute } from "../../request/http/errors";
import type { RawResponse } from "../../request/http/raw";
import type { StoredFile } from "../../state/records";
import type { State } from "../../state/state";
import type { Owner } from "./address";
import { bytesOf } from "./picture";

const address = /^\/uploads\/-\/system\/(user|group|project)\/avatar\/(\d{1,15})\/([^/]+)$/;

/** Whether a path has the form of an avatar's path, even if there is no such avatar. */
export const isAvatar = (path: string): boolean => address.test(path);

/** Returns the avatar if the caller sees it. Assumed: avatars of users are public, others as visible as their owner. */
function seen(owner: Owner, id: number, actor: Actor, state: State): StoredFile | null | undefined {
	switch (owner) {
		case "user":
			return state.users.get(id)?.avatar;
		case "group": {
			const group = state.groups.get(id);
			return group && actor.seesGroup(group) ? group.avatar : undefined;
		}
		case "project": {
			const project = state.projects.get(id);
			return project && actor.seesProject(project) ? project.avatar : undefined;
		}
	}
}

/** Returns 200 with an avatar. Throws 404 if it is missing or not visible, and 405 for a method that writes. */
export function serveAvatar(method: string, path: string, actor: Actor, state: State): RawResponse {
	if (method !== "GET" && method !== "HEAD") throw methodNotAllowed(["GET", "HEAD", "OPTIONS"]);
	const [, owner, id, name] = address.exec(path) ?? [];
	// The pattern matches no other words.
	const avatar = seen(owner as Owner, Number(id), actor, state);
	if (!avatar || (encodeURIComponent(avatar.name) !== name && avatar.name !== name)) throw noRoute();
	const headers = { "content-type": avatar.type, "x-content-type-options": "nosniff" };
	return { status: 200, headers, body: bytesOf(avatar) };
}
