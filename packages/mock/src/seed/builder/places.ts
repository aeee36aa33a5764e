import { repositoryFile } from "../../domains/repository/file";
import { accessLevels, type RoleName } from "../../state/levels";
import { capitalized } from "../../state/new-user";
import { isProject, placeKind } from "../../state/place";
import type {
	DeployToken,
	EnterpriseUser,
	Group,
	Identity,
	Member,
	Permission,
	Project,
	RegistrationToken,
	RepositoryTree,
	Share,
	Token,
	User,
	WikiPage,
} from "../../state/records";
import { sha } from "../../state/sha";
import { commitKey } from "../../state/state";
import { groupOf, placeOf } from "../relations";
import { SeedError } from "../seed-error";
import { AccountBuilder } from "./accounts";

/** The place of a group or project: its parent group, or the user who owns it. */
interface Place {
	readonly parent: Group | undefined;
	readonly owner: User | undefined;
	readonly name: string;
	readonly path: string;
}

/** The fields of a group or a project, and the roles of its members by username. */
type PlaceFields<R> = Partial<R> & { members?: { readonly [username: string]: RoleName } };

/** The maximum number of segments of a full path: a group can have 20 levels of subgroups. */
const deepest = 22;

const shown = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text);

/** The part of the builder that creates groups, projects and their members. */
export class PlaceBuilder extends AccountBuilder {
	/**
	 * Creates a group with a full path, by default `group-<number>`, and with a registration token
	 * `<full path>-registration-token`. Missing groups above it are created too.
	 *
	 * @example
	 * seed.group({ full_path: "acme/mobile", visibility: "private", members: { owner: "owner" } });
	 */
	group(fullPath: string, fields?: PlaceFields<Group>): Group;
	group(fields?: PlaceFields<Group>): Group;
	group(first: string | PlaceFields<Group> = {}, second: PlaceFields<Group> = {}): Group {
		const { members, ...fields } = typeof first === "string" ? { ...second, full_path: first } : first;
		const fullPath = fields.full_path ?? this.#groupPath(fields);
		const { parent, owner, name, path } = this.#place(fullPath, fields.name);
		if (owner) throw new SeedError(`A group cannot be below the user ${owner.username}.`);
		const made = this.state.groups.insert({
			name,
			path,
			full_path: fullPath,
			full_name: parent ? `${parent.full_name} / ${name}` : name,
			visibility: parent?.visibility ?? "public",
			parent_id: parent?.id ?? null,
			...fields,
		});
		this.registrationToken(made, `${fullPath}-registration-token`);
		this.#enrol(members, fullPath);
		return made;
	}

	/**
	 * Creates a project with a full path, in a group or owned by a user, with the branches `main` and `develop`, a valid
	 * CI configuration and the tag `v1.0`. Missing groups above it are created too. Without a path it is
	 * `project-<number>` in the first group.
	 *
	 * @example
	 * seed.project({ full_path: "acme/mobile/app", archived: true, members: { developer: "maintainer" } });
	 */
	project(fullPath: string, fields?: PlaceFields<Project>): Project;
	project(fields?: PlaceFields<Project>): Project;
	project(first: string | PlaceFields<Project> = {}, second: PlaceFields<Project> = {}): Project {
		const { members, ...fields } = typeof first === "string" ? { ...second, full_path: first } : first;
		const fullPath = fields.full_path ?? this.#projectPath(fields);
		const { parent, owner, name, path } = this.#place(fullPath, fields.name);
		const main = sha(`${fullPath}:main`);
		const made = this.state.projects.insert({
			name,
			path,
			creator_id: fields.owner_id ?? owner?.id ?? this.anyone(),
			full_path: fullPath,
			group_id: parent?.id ?? null,
			owner_id: owner?.id ?? null,
			visibility: parent?.visibility ?? "public",
			branches: { main, develop: sha(`${fullPath}:develop`) },
			tags: { "v1.0": main },
			...fields,
		});
		this.registrationToken(made, `${fullPath}-registration-token`);
		this.#enrol(members, fullPath);
		return made;
	}

	/**
	 * Adds files, as texts or bytes, to a project's repository, at an existing branch or tag. Branches and tags on the
	 * same commit have the same files.
	 */
	files(project: Project, ref: string, files: { readonly [path: string]: string | Uint8Array }): RepositoryTree {
		const commit = project.branches[ref] ?? project.tags[ref];
		if (commit === undefined) throw new SeedError(`${project.full_path} has no branch or tag ${ref}.`);
		const there = this.state.repositoryTrees.one("commit", commitKey(project.id, commit));
		const kept = there?.files.filter(({ path }) => !Object.hasOwn(files, path)) ?? [];
		const all = [...kept, ...Object.entries(files).map(([path, content]) => repositoryFile(path, content))];
		const row = { project_id: project.id, sha: commit, files: all.sort((a, b) => (a.path < b.path ? -1 : 1)) };
		return there ? this.state.repositoryTrees.update(there.id, row) : this.state.repositoryTrees.insert(row);
	}

	/** Creates a wiki page of a project or a group. Its id is the page's meta ID. */
	wikiPage(container: Project | Group, fields: Partial<WikiPage> = {}): WikiPage {
		return this.state.wikiPages.insert({
			container: placeKind(container),
			container_id: container.id,
			...fields,
		});
	}

	/** Adds a member to a group or a project, by its full path. `permissions` are those that a custom role adds. */
	member(
		username: string,
		fullPath: string,
		role: RoleName,
		expiresAt: string | null = null,
		permissions: readonly Permission[] = [],
	): Member {
		const place = placeOf(fullPath, this.state);
		return this.state.members.insert({
			user_id: this.userId(username),
			source: placeKind(place),
			source_id: place.id,
			access_level: accessLevels[role],
			expires_at: expiresAt,
			...(permissions.length > 0 ? { permissions } : {}),
		});
	}

	/** Invites a group into another group or a project, by full paths. Its members get at most this role there. */
	share(invited: string, into: string, role: RoleName, expiresAt: string | null = null): Share {
		const group = groupOf(invited, this.state);
		const target = placeOf(into, this.state);
		return this.state.shares.insert({
			group_id: group.id,
			target: placeKind(target),
			target_id: target.id,
			access_level: accessLevels[role],
			expires_at: expiresAt,
		});
	}

	/** Lets a user sign in with a group's SAML provider. If the group has none, it gets one. */
	samlUser(username: string, fullPath: string, fields: Partial<Identity> = {}): Identity {
		const { state } = this;
		const group = groupOf(fullPath, state);
		const provider = group.saml_provider_id ?? group.id;
		if (group.saml_provider_id === null) state.groups.update(group.id, { saml_provider_id: provider });
		const user_id = this.userId(username);
		const extern_uid = fields.extern_uid ?? `${username}@${group.path}`;
		state.scimIdentities.insert({ user_id, group_id: group.id, extern_uid });
		return state.identities.insert({
			user_id,
			provider: "group_saml",
			extern_uid,
			saml_provider_id: provider,
			...fields,
		});
	}

	/** Makes a user an enterprise user or a service account of a top-level group, which manages its tokens and keys. */
	enterpriseUser(
		username: string,
		fullPath: string,
		kind: EnterpriseUser["kind"] = "enterprise_user",
		fields: Partial<EnterpriseUser> = {},
	): EnterpriseUser {
		const group = groupOf(fullPath, this.state);
		const user_id = this.userId(username);
		const managed = { managed_by_group_id: group.id };
		for (const { id } of this.state.tokens.in("user", user_id)) this.state.tokens.update(id, managed);
		for (const { id } of this.state.sshKeys.in("user", user_id)) this.state.sshKeys.update(id, managed);
		return this.state.enterpriseUsers.insert({ user_id, group_id: group.id, kind, ...fields });
	}

	/** Creates a token of a group or a project, by its full path, and a bot user with this role there. */
	resourceToken(fullPath: string, role: RoleName, fields: Partial<Token> = {}): Token {
		const place = placeOf(fullPath, this.state);
		const type = placeKind(place);
		const username = `${type}_${place.id}_bot_${this.state.tokens.lastId + 1}`;
		const bot = this.account({ username, name: fields.name ?? username, kind: `${type}_bot` });
		this.member(username, fullPath, role);
		const above = [...this.state.ancestry(isProject(place) ? place.group_id : place.id)];
		return this.token({
			text: `${username}-token`,
			user_id: bot.id,
			kind: type,
			resource: { type, id: place.id, access_level: accessLevels[role] },
			managed_by_group_id: above.at(-1)?.id ?? null,
			...fields,
		});
	}

	/** Creates a deploy token of a group or a project, by its full path. By default it can read repositories. */
	deployToken(fullPath: string, fields: Partial<DeployToken> = {}): DeployToken {
		const place = placeOf(fullPath, this.state);
		const number = this.state.deployTokens.lastId + 1;
		return this.state.deployTokens.insert({
			text: `deploy-token-${number}`,
			name: `Deploy token ${number}`,
			username: `deploy-token-${number}`,
			source: placeKind(place),
			source_id: place.id,
			...fields,
		});
	}

	/** Creates a registration token of a group, of a project, or of the instance. */
	registrationToken(of: Project | Group | null, text: string): RegistrationToken {
		return this.state.registrationTokens.insert({ ...this.runnerPlace(of), text });
	}

	/** Returns the first group, creating one if there is none. */
	anyGroup(): Group {
		const [first] = this.state.groups.all();
		return first ?? this.group();
	}

	/** Returns the first project, creating one if there is none. */
	anyProject(): Project {
		const [first] = this.state.projects.all();
		return first ?? this.project();
	}

	/** Returns the full path for a new group without one: below its parent group, if it has one. */
	#groupPath({ parent_id, path }: Partial<Group>): string {
		const own = path ?? `group-${this.state.groups.lastId + 1}`;
		const parent = parent_id == null ? undefined : this.state.groups.get(parent_id);
		return parent ? `${parent.full_path}/${own}` : own;
	}

	/** Returns the full path for a new project without one: in its group, below its owner, or in the first group. */
	#projectPath({ group_id, owner_id, path }: Partial<Project>): string {
		const group = group_id == null ? undefined : this.state.groups.get(group_id);
		const owner = owner_id == null ? undefined : this.state.users.get(owner_id);
		const above = group?.full_path ?? owner?.username ?? this.anyGroup().full_path;
		return `${above}/${path ?? `project-${this.state.projects.lastId + 1}`}`;
	}

	#enrol(members: PlaceFields<Group>["members"], fullPath: string): void {
		for (const [username, role] of Object.entries(members ?? {})) this.member(username, fullPath, role);
	}

	protected runnerPlace(of: Project | Group | null) {
		if (of === null) return { place: "instance", place_id: 0 } as const;
		return { place: placeKind(of), place_id: of.id } as const;
	}

	#place(fullPath: string, fields: string | undefined): Place {
		const parts = fullPath.split("/");
		if (parts.length > deepest || parts.includes(""))
			throw new SeedError(
				`The full path ${shown(fullPath)} must have 1 to ${deepest} parts, separated by single slashes.`,
			);
		const slash = fullPath.lastIndexOf("/");
		const path = fullPath.slice(slash + 1);
		const above = slash < 0 ? undefined : fullPath.slice(0, slash);
		const known = above === undefined ? undefined : this.state.group(above);
		const owner = above === undefined || known ? undefined : this.state.users.one("username", above.toLowerCase());
		const parent = known ?? (above === undefined || owner ? undefined : this.group(above));
		return { parent, owner, path, name: fields ?? capitalized(path) };
	}
}
