import type { Answer } from "../../rule/answer";
import type { Rule } from "../../rule/rule";
import { kind } from "./kinds";
import type { Notes } from "./notes";
import { onKind } from "./on-notes";

const given = "2024-02-29T23:30:00+01:00";
const honoured = Date.parse(given);

const backdated = async (notes: Notes, who: "administrator" | "owner" | "maintainer" | "developer"): Promise<Answer> =>
	await notes.create(notes.t.as(who), { body: "Imported?", created_at: given });

const timeOf = (answer: Answer, name: string): number => Date.parse(answer.string(name));

function isHonoured(notes: Notes, made: Answer): void {
	notes.t.same("created_at", new Date(timeOf(made.ok, "created_at")).toISOString(), new Date(honoured).toISOString(), made);
}

function isNow(notes: Notes, made: Answer): void {
	const now = Math.abs(timeOf(made, "created_at") - Date.now()) < 300_000;
	notes.t.holds("created_at should be about now", now, made);
}

const rows = [
	{ on: kind.issue, admin: "NOTE-176", owner: "NOTE-177", lower: "NOTE-178", ignored: "NOTE-179", same: "NOTE-180" },
	{ on: kind.snippet, admin: "NOTE-181", owner: "NOTE-182", lower: "NOTE-183", ignored: "NOTE-184", same: "NOTE-185" },
	{
		on: kind.mergeRequest,
		admin: "NOTE-186",
		owner: "NOTE-187",
		lower: "NOTE-188",
		ignored: "NOTE-189",
		same: "NOTE-190",
	},
];

/** The time of a new note, given by who writes it. */
export const noteTimes: readonly Rule[] = [
	...rows.flatMap(({ on, admin, owner, lower, ignored, same }) => [
		onKind(admin, on, async (notes) => isHonoured(notes, await backdated(notes, "administrator"))),
		onKind(owner, on, async (notes) => {
			const made = await backdated(notes, "owner");
			isHonoured(notes, made);
			isHonoured(notes, await notes.get(notes.t.as("guest"), made.number("id")));
		}),
		onKind(lower, on, async (notes) => {
			for (const who of ["maintainer", "developer"] as const) {
				const made = await backdated(notes, who);
				if (made.status >= 400) continue;
				notes.t.holds("the time should not be taken", timeOf(made, "created_at") !== honoured, made);
			}
		}),
		onKind(ignored, on, async (notes) => {
			for (const who of ["maintainer", "developer"] as const) isNow(notes, (await backdated(notes, who)).is(201));
		}),
		onKind(same, on, async (notes) => {
			const made = (await backdated(notes, "owner")).is(201);
			isHonoured(notes, made);
			notes.t.same("updated_at", made.field("updated_at"), made.field("created_at"), made);
		}),
	]),
	onKind("NOTE-191", kind.issue, async (notes) => {
		const owner = notes.t.as("owner");
		const old = { body: "Old.", created_at: "1969-12-31T23:59:59Z" };
		const response = await notes.inVain(() => notes.create(owner, old));
		notes.t.holds("the note should be refused", response.status >= 400 && response.status < 500, response);
		const oldest = (await notes.list(owner, { sort: "asc", per_page: 1 })).is(200);
		const times = oldest.pluck("created_at").map((time) => Date.parse(String(time)));
		notes.t.holds(
			"no note of that time should be stored",
			times.every((time) => time >= 0),
			oldest,
		);
		const made = (await notes.create(owner, { ...old, created_at: "1970-01-02T00:00:00Z" })).ok;
		notes.t.same("created_at", timeOf(made, "created_at"), Date.parse("1970-01-02T00:00:00Z"), made);
	}),
	onKind("NOTE-192", kind.issue, async (notes) => {
		const response = await notes.create(notes.t.as("owner"), { body: "Old.", created_at: "1969-12-31T23:59:59Z" });
		const wanted = "The created date provided is too far in the past";
		const message = JSON.stringify(response.refuses(400).field("message"));
		notes.t.holds(`the message should contain "${wanted}"`, message.includes(wanted), response);
	}),
	...[["NOTE-193", kind.projectWikiPage] as const, ["NOTE-194", kind.groupWikiPage] as const, ["NOTE-195", kind.epic] as const].map(([claim, on]) =>
		onKind(claim, on, async (notes) => isNow(notes, (await backdated(notes, "owner")).ok)),
	),
];
