import type { BranchProtection, Group } from "../../state/records";

const only = (access_level: number) => [{ access_level }];

/** The protection that each of the older levels means. */
const byLevel: { readonly [level: number]: BranchProtection } = {
	0: { allowed_to_push: only(30), allowed_to_merge: only(30), allow_force_push: true },
	1: { allowed_to_push: only(30), allowed_to_merge: only(40), allow_force_push: false },
	2: { allowed_to_push: only(40), allowed_to_merge: only(40), allow_force_push: false },
	3: { allowed_to_push: only(40), allowed_to_merge: only(30), allow_force_push: false },
	4: {
		allowed_to_push: only(40),
		allowed_to_merge: only(40),
		allow_force_push: false,
		developer_can_initial_push: true,
	},
};

interface Sent {
	readonly default_branch_protection?: number;
	readonly default_branch_protection_defaults?: Partial<BranchProtection>;
}

/** Returns the changed protection of default branches. A level replaces all of it, unless the request sends it too. */
export function branchProtection(sent: Sent, group: Group): Partial<Group> {
	const { default_branch_protection: level, default_branch_protection_defaults: initial } = sent;
	const before = group.default_branch_protection_defaults;
	return {
		...(level === undefined ? {} : { default_branch_protection: level }),
		...(level === undefined ? {} : { default_branch_protection_defaults: byLevel[level] ?? before }),
		...(initial
			? {
					default_branch_protection_defaults: {
						allowed_to_push: before.allowed_to_push,
						allowed_to_merge: before.allowed_to_merge,
						allow_force_push: before.allow_force_push,
						...initial,
					},
				}
			: {}),
	};
}
