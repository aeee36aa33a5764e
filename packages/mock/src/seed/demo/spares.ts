import type { Builder } from "../builder";
import { ago } from "./times";

/** How many credentials of a kind there are to try revocation on. */
const count = 8;

/**
 * What trying things out uses up: tokens and keys that nobody needs, of `ada.baker`, an enterprise user who owns `acme`, of its
 * service account and of its bot. Beside them rights of a rarer kind: the owner's tokens for runners alone, `ben.baker`, a guest
 * with a custom role, and what another group has of credentials and of runners.
 */
export function spares(make: Builder): void {
	const { state } = make;
	const day = (days: number) => ago(state, 24 * days);
	make.member("ada.baker", "acme", "owner");
	make.enterpriseUser("ada.baker", "acme");
	const bot = state.tokens.one("text", "acme-bot");
	const acme = state.group("acme");
	if (!bot || !acme) throw new Error("Make the groups and their tokens first.");
	const { id: _bot, ...botToken } = bot;
	for (let number = 1; number <= count; number++) {
		const given = {
			name: `Spare ${number}`,
			created_at: day(20 - number),
			expires_at: day(-120 - number).slice(0, 10),
		};
		const text = `spare-${number}`;
		const last_used_at = number > 5 ? day(number) : null;
		make.token({ ...given, text, last_used_at, user_id: make.userId("ada.baker"), scopes: ["api"] });
		make.token({
			...given,
			name: `Robot spare ${number}`,
			text: `deployer-${text}`,
			user_id: make.userId("acme-deployer"),
			scopes: ["api"],
		});
		make.token({ ...botToken, ...given, last_used_at, text: `bot-${text}` });
		make.sshKey({ user_id: make.userId("ada.baker"), title: given.name, created_at: given.created_at });
	}
	for (const text of ["web-bot", "backend-bot"]) {
		const found = state.tokens.one("text", text);
		if (!found) throw new Error(`Make the token ${text} first.`);
		const { id: _id, ...given } = found;
		for (let number = 1; number <= 2; number++)
			make.token({ ...given, text: `${text}-spare-${number}`, name: `Spare of ${text} ${number}`, created_at: day(2) });
	}
	make.token({ ...botToken, text: "acme-bot-lost", name: "Lost", created_at: day(50), revoked: true });
	make.token({
		...botToken,
		text: "acme-bot-old",
		name: "Old housekeeping",
		description: "Spare no effort",
		created_at: day(60),
		last_used_at: day(11),
		expires_at: day(10).slice(0, 10),
	});
	const user_id = make.userId("owner");
	make.token({ user_id, text: "owner-manages-runners", name: "Runner care", scopes: ["manage_runners"] });
	make.token({ user_id, text: "owner-creates-runners", name: "Runner set-up", scopes: ["create_runner"] });
	make.member("ben.baker", "acme", "guest", null, ["admin_runners"]);
	make.enterpriseUser("cleo.baker", "skunkworks");
	make.resourceToken("skunkworks", "maintainer", { text: "skunkworks-bot", name: "Night work" });
	make.sshKey({ user_id: make.userId("cleo.baker"), title: "Night key" });
	const old = make.runner({ group: acme, token: "old-acme-runner-token" }, { name: "acme-00", created_at: day(90) });
	make.runnerManager(old, { system_id: "s_acme00", version: "15.1.0", contacted_at: day(20) });
	make.runner({ group: acme, token: "lost-acme-runner-token" }, { name: "acme-02", created_at: day(30) });
}
