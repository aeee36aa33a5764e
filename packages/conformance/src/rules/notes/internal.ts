import type { Rule } from "../../rule/rule";
import { type Kind, kind } from "./kinds";
import type { Notes } from "./notes";
import { onKind, onNotes } from "./on-notes";

const { issue, epic, mergeRequest } = kind;

/** Sent so by each of them, a note is made so, and read so. */
async function becomes(
	notes: Notes,
	who: readonly ("guest" | "outsider" | "reporter" | "developer" | "owner")[],
	sent: object,
	internal: boolean,
): Promise<void> {
	for (const name of who) {
		const caller = notes.t.as(name);
		const made = (await notes.create(caller, { body: "For whom?", ...sent })).is(201);
		made.has({ internal, confidential: internal });
		(await notes.get(caller, made.number("id"))).is(200).has({ internal, confidential: internal });
	}
}

const team = ["reporter", "owner"] as const;
const others = ["guest", "outsider"] as const;

/** A note of the team's is listed for, or read by, the team alone. */
const hidden = (listed: string, read: string, on: Kind): Rule[] => [
	onKind(listed, on, async (notes) => {
		const { t } = notes;
		const id = (await notes.make({ internal: true }, t.as("developer"))).number("id");
		for (const who of ["reporter", "maintainer"] as const) {
			const response = (await notes.list(t.as(who))).is(200);
			t.holds(`the internal note should be listed for ${who}`, response.ids.includes(id), response);
		}
		for (const who of others) {
			const response = (await notes.list(t.as(who), { per_page: 100 })).is(200);
			t.holds(`the internal note should not be listed for ${who}`, !response.ids.includes(id), response);
		}
	}),
	onKind(read, on, async (notes) => {
		const { t } = notes;
		const id = (await notes.make({ internal: true }, t.as("developer"))).number("id");
		(await notes.get(t.as("reporter"), id)).is(200).has({ internal: true });
		for (const who of others) (await notes.get(t.as(who), id)).refuses(404, { message: "404 Note Not Found" });
	}),
];

/** Notes for the team only. */
export const internalNotes: readonly Rule[] = [
	onNotes("NOTE-196", ["create"], async (notes) => {
		await becomes(notes, ["guest", "owner"], {}, false);
	}),
	onKind("NOTE-197", issue, (notes) => becomes(notes, team, { internal: true }, true)),
	onKind("NOTE-198", epic, (notes) => becomes(notes, team, { internal: true }, true)),
	onKind("NOTE-199", mergeRequest, (notes) => becomes(notes, team, { internal: true }, true)),
	onKind("NOTE-200", issue, (notes) => becomes(notes, team, { confidential: true }, true)),
	onKind("NOTE-201", epic, (notes) => becomes(notes, team, { confidential: true }, true)),
	onKind("NOTE-202", issue, (notes) => becomes(notes, team, { internal: false, confidential: true }, false)),
	onKind("NOTE-203", issue, (notes) => becomes(notes, team, { internal: true, confidential: false }, true)),
	onKind("NOTE-204", epic, async (notes) => {
		await becomes(notes, team, { internal: false, confidential: true }, false);
		await becomes(notes, team, { internal: true, confidential: false }, true);
	}),
	onKind("NOTE-205", issue, (notes) => becomes(notes, others, { internal: true }, false)),
	onKind("NOTE-206", mergeRequest, (notes) => becomes(notes, others, { internal: true }, false)),
	onKind("NOTE-207", epic, (notes) => becomes(notes, others, { internal: true }, false)),
	onKind("NOTE-208", kind.snippet, async (notes) => {
		for (const who of team) {
			const response = await notes.inVain(() => notes.create(notes.t.as(who), { body: "For us?", internal: true }));
			const message = JSON.stringify(response.refuses(400).field("message"));
			const wanted = "can not be set for this resource";
			notes.t.holds(`the message should contain "${wanted}"`, message.includes(wanted), response);
		}
	}),
	onKind("NOTE-209", kind.projectWikiPage, (notes) => becomes(notes, team, { internal: true }, false)),
	onKind("NOTE-210", kind.groupWikiPage, (notes) => becomes(notes, team, { internal: true }, false)),
	...hidden("NOTE-211", "NOTE-212", issue),
	...hidden("NOTE-213", "NOTE-214", mergeRequest),
	...hidden("NOTE-215", "NOTE-216", epic),
	onKind("NOTE-217", issue, async (notes) => {
		for (const name of ["internal", "confidential"]) {
			const ask = () => notes.create(notes.t.as("owner"), { body: "text", [name]: "maybe" });
			(await notes.inVain(ask)).refuses(400, { error: `${name} is invalid` });
		}
	}),
];
