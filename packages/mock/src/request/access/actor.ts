import { accessLevels } from "../../state/levels";
import type { Group, Member, Permission, Project, Token, User } from "../../state/records";
import { invitationKey, memberKey, type State, sourceKey } from "../../state/state";
import { isCurrent } from "./current";

/** The caller: a user with a token or session, or anonymous. Knows the caller's roles and what the caller can see. */
export class Actor {
	readonly user: User | undefined;
	readonly token: Token | undefined;
	readonly #state: State;

	constructor(state: State, user?: User, token?: Token) {
		this.#state = state;
		this.user = user;
		this.token = token;
	}

	get isAnonymous(): boolean {
		return this.user === undefined;
	}

	get isAdmin(): boolean {
		return this.user?.admin === true;
	}

	/** Whether the caller can read everything, as an auditor. This does not allow changes. */
	get isAuditor(): boolean {
		return this.user?.auditor === true;
	}

	/**
	 * Returns the role in a project: the caller's own, one inherited from its groups, or one through an invited group. An
	 * administrator is an owner everywhere.
	 */
	levelInProject(project: Project): number {
		return this.isAdmin ? accessLevels.owner : this.memberLevelInProject(project);
	}

	/** Returns the role in a project without an administrator's rights. */
	memberLevelInProject(project: Project): number {
		if (!this.user) return accessLevels.no_access;
		if (project.owner_id === this.user.id) return accessLevels.owner;
		return Math.max(this.ownLevel("project", project.id), this.#levelAlong(project.group_id));
	}

	/** Returns the role that a place itself gives, as a member or through a group that is invited into it. */
	ownLevel(source: "group" | "project", id: number): number {
		return Math.max(this.#direct(source, id), this.#shared(source, id));
	}

	/** Whether nobody can change a project, including administrators, because it or a group above it is archived. */
	isReadOnly(project: Project): boolean {
		if (project.archived) return true;
		for (const group of this.#state.ancestry(project.group_id)) if (group.archived) return true;
		return false;
	}

	/** Returns the role for changes in a project. */
	levelToChange(project: Project): number {
		return this.isReadOnly(project) ? accessLevels.no_access : this.levelInProject(project);
	}

	/** Returns the role in a group: the caller's own, an inherited one, or one through an invited group. */
	levelInGroup(group: Group): number {
		if (!this.user) return accessLevels.no_access;
		if (this.isAdmin) return accessLevels.owner;
		return this.#levelAlong(group.id);
	}

	/**
	 * Returns the groups in which the caller's roles begin, by id: those of their memberships, and those through an
	 * invited group. A role applies to everything below its group. An administrator's rights do not count.
	 */
	grantedRoles(): Map<number, number> {
		const roles = new Map<number, number>();
		const grant = (groupId: number, level: number): void => {
			if ((roles.get(groupId) ?? accessLevels.no_access) < level) roles.set(groupId, level);
		};
		for (const { source, source_id, access_level } of this.#memberships()) {
			if (source !== "group") continue;
			grant(source_id, access_level);
			for (const share of this.#state.shares.in("group", source_id))
				if (share.target === "group" && this.#isCurrent(share))
					grant(share.target_id, Math.min(share.access_level, access_level));
		}
		return roles;
	}

	/** Returns the groups of the caller's memberships and all groups above them. */
	groupsAboveMemberships(): Set<number> {
		const ids = this.#memberships().flatMap((member) => [...this.#above(member)].map(({ id }) => id));
		return new Set(ids);
	}

	/** Returns the caller's role in each group, by id: those of `grantedRoles` and all groups below them. */
	groupRoles(): Map<number, number> {
		const roles = new Map<number, number>();
		const grant = (groupId: number, level: number): void => {
			if ((roles.get(groupId) ?? accessLevels.no_access) >= level) return;
			roles.set(groupId, level);
			for (const below of this.#state.groups.in("parent", groupId)) grant(below.id, level);
		};
		for (const [groupId, level] of this.grantedRoles()) grant(groupId, level);
		return roles;
	}

	/** Returns the caller's role in each group with a direct membership, by id. */
	directGroupRoles(): Map<number, number> {
		const groups = this.#memberships().filter((member) => member.source === "group");
		return new Map(groups.map((member) => [member.source_id, member.access_level]));
	}

	/** Whether a custom role gives the caller a permission in a project or group, either there or in a group above. */
	hasPermission(permission: Permission, place: { project: Project } | { group: Group }): boolean {
		const groupId = "project" in place ? place.project.group_id : place.group.id;
		const grants = (source: "project" | "group", id: number): boolean => {
			const member = this.#state.members.one("member", memberKey(this.user?.id ?? 0, source, id));
			return member !== undefined && this.#isCurrent(member) && member.permissions?.includes(permission) === true;
		};
		if ("project" in place && grants("project", place.project.id)) return true;
		for (const group of this.#state.ancestry(groupId)) if (grants("group", group.id)) return true;
		return false;
	}

	/** Whether the caller can see the project at all. */
	seesProject(project: Project): boolean {
		return (
			this.#seesVisibility(project.visibility) || this.isAuditor || this.levelInProject(project) >= accessLevels.guest
		);
	}

	/** Whether the caller can see the group. Members of something below it can too. */
	seesGroup(group: Group): boolean {
		if (this.#seesVisibility(group.visibility) || this.isAuditor || this.isAdmin) return true;
		if (this.levelInGroup(group) >= accessLevels.minimal) return true;
		return this.#memberships().some((member) => this.#isBelow(member, group));
	}

	#seesVisibility(visibility: Project["visibility"]): boolean {
		if (visibility === "public") return true;
		return visibility === "internal" && this.user !== undefined && !this.user.external;
	}

	#memberships(): Member[] {
		return this.user ? this.#state.members.in("user", this.user.id).filter((member) => this.#isCurrent(member)) : [];
	}

	#isBelow(member: Member, group: Group): boolean {
		for (const above of this.#above(member)) if (above.id === group.id) return true;
		return false;
	}

	/** Returns the group of a membership, or of its project, and the groups above. */
	#above(member: Member): Iterable<Group> {
		const from =
			member.source === "group" ? member.source_id : (this.#state.projects.get(member.source_id)?.group_id ?? null);
		return this.#state.ancestry(from);
	}

	#isCurrent(grant: { readonly expires_at: string | null }): boolean {
		return isCurrent(grant, this.#state);
	}

	#direct(source: "group" | "project", id: number): number {
		if (!this.user) return accessLevels.no_access;
		const member = this.#state.members.one("member", memberKey(this.user.id, source, id));
		return member && this.#isCurrent(member) ? member.access_level : accessLevels.no_access;
	}

	/**
	 * Returns the role through groups that are invited into a place. Iterates over the invitations or over the caller's
	 * memberships, whichever are fewer.
	 */
	#shared(target: "group" | "project", id: number): number {
		const key = sourceKey(target, id);
		const { shares, members } = this.#state;
		const count = shares.count("target", key);
		if (!this.user || count === 0) return accessLevels.no_access;
		const invitations =
			count <= members.count("user", this.user.id)
				? shares.in("target", key)
				: members
						.in("user", this.user.id)
						.filter(({ source }) => source === "group")
						.flatMap(({ source_id }) => shares.in("invitation", invitationKey(source_id, target, id)));
		const levels = invitations
			.filter((share) => this.#isCurrent(share))
			.map((share) => Math.min(share.access_level, this.#direct("group", share.group_id)));
		return Math.max(accessLevels.no_access, ...levels);
	}

	#levelAlong(groupId: number | null): number {
		let level: number = accessLevels.no_access;
		// Nearly every request runs this: a loop takes half the time of `ancestry`.
		for (let at = groupId; at !== null; ) {
			const group = this.#state.groups.get(at);
			if (!group) break;
			level = Math.max(level, this.ownLevel("group", at));
			at = group.parent_id;
		}
		return level;
	}
}
