/** What single operations succeed with, where the names of their parameters do not tell. */
import type { Platform } from "@tenon/mock";
import type { Address } from "./catalogue";

export interface Aim {
	/** Addresses of records that the operation may be carried out on. */
	readonly addresses?: readonly Address[];
	/** Parameters that are always sent, with the values to choose from. */
	readonly sent?: { readonly [name: string]: readonly unknown[] };
}

/** Reads the aims from a platform's state, by operation. */
export function aimsOf({ state }: Platform): { readonly [operation: string]: Aim } {
	const now = state.clock.iso();
	const tokens = [...state.tokens.all()].filter(
		(one) => !one.revoked && one.hold === null && (one.expires_at === null || one.expires_at > now),
	);
	const managed = (isPersonal: boolean): Address[] =>
		tokens
			.filter((one) => (one.kind === "personal") === isPersonal && !one.impersonation && one.kind !== "oauth")
			.filter((one) => state.enterpriseUsers.one("user", one.user_id)?.kind !== "service_account")
			.flatMap((one) => (one.managed_by_group_id === null ? [] : [[one.managed_by_group_id, one.id]]));
	const texts = (table: { all(): Iterable<{ readonly text: string }> }): string[] =>
		[...table.all()].map((row) => row.text);
	const acme = state.group("acme");
	const links: Address[] = [...state.releaseLinks.all()].flatMap((link) => {
		const release = state.releases.get(link.release_id);
		return release ? [[release.project_id, release.tag_name, link.id]] : [];
	});
	const withPin: Address[] = [...state.supportPins.all()].map((one) => [one.user_id]);
	const runner: Aim = { addresses: [...state.runners.all()].map((one) => [one.id]) };
	const runnerToken = { sent: { token: texts(state.runnerTokens) } };
	return {
		revokeGroupToken: {
			addresses: acme ? [[acme.id]] : [],
			sent: {
				token: [
					...texts(state.feedTokens),
					...texts(state.deployTokens),
					...tokens.filter((one) => one.managed_by_group_id === acme?.id).map((one) => one.text),
				],
			},
		},
		deleteGroupPersonalAccessToken: { addresses: managed(true) },
		rotateGroupPersonalAccessToken: { addresses: managed(true) },
		deleteGroupResourceAccessToken: { addresses: managed(false) },
		rotateGroupResourceAccessToken: { addresses: managed(false) },
		deleteGroupSshKey: {
			addresses: [...state.sshKeys.all()].flatMap((key) =>
				key.managed_by_group_id === null || key.deploy ? [] : [[key.managed_by_group_id, key.id]],
			),
		},
		getGroupAvatar: {
			addresses: [...state.groups.all()].filter((one) => one.avatar !== null).map((one) => [one.id]),
		},
		createUser: {
			sent: {
				username: ["walker", "walker-2"],
				email: ["walker@example.com", "walker@new.example.com"],
				password: ["correct horse battery"],
			},
		},
		disableUserTwoFactor: {
			addresses: [...state.users.all()].filter((one) => one.two_factor_enabled && !one.admin).map((one) => [one.id]),
		},
		getUserSupportPin: { addresses: withPin },
		revokeUserSupportPin: { addresses: withPin },
		deleteRunnerByToken: runnerToken,
		verifyRunner: runnerToken,
		resetRunnerAuthenticationTokenByToken: runnerToken,
		registerRunner: { sent: { token: texts(state.registrationTokens) } },
		getRunner: runner,
		updateRunner: { ...runner, sent: { description: ["walk"] } },
		deleteRunner: runner,
		listRunnerJobs: runner,
		listRunnerManagers: runner,
		resetRunnerAuthenticationToken: runner,
		unassignProjectRunner: {
			// The first assignment of a runner is to the project that owns it.
			addresses: [...state.runnerAssignments.all()].flatMap((one) =>
				state.runnerAssignments.in("runner", one.runner_id)[0] === one ? [] : [[one.project_id, one.runner_id]],
			),
		},
		getReleaseLink: { addresses: links },
		updateReleaseLink: { addresses: links, sent: { name: ["A name", "Another"] } },
		deleteReleaseLink: { addresses: links },
	};
}
