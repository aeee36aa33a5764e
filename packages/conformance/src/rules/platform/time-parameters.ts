import type { Context } from "../../rule/context";
import { assumed } from "../../rule/rule";

const users = { operations: ["listUsers"] } as const;

const timed = async (t: Context, write: (at: string) => string) => {
	const user = await t.given.user();
	const at = user.string("created_at");
	const search = user.string("username");
	const ids = async (changes: Record<string, string>) => (await t.as("administrator").call("listUsers", { search, ...changes })).is(200).ids;
	const hour = 3_600_000;
	const [before, after] = [-hour, hour].map((by) => write(new Date(Date.parse(at) + by).toISOString()));
	t.same("created after an hour before", await ids({ created_after: before ?? "" }), [user.number("id")]);
	t.same("created after an hour later", await ids({ created_after: after ?? "" }), []);
};

/** `2017-10-17T23:11:13.000+05:30`: the same instant, five hours and a half to the east. */
const eastern = (at: string) => new Date(Date.parse(at) + 19_800_000).toISOString().replace("Z", "+05:30");

/** Times in parameters. */
export const timeParameters = [
	assumed(
		"CONV-031",
		"Datetime parameters accept an offset form (`2017-10-17T23:11:13.000%2B05:30`) and compare as the same instant in UTC.",
		[],
		async (t) => await timed(t, eastern),
		{ ...users, effect: "writes" },
	),
	assumed(
		"CONV-032",
		"Datetime parameters accept a bare date (`2024-01-31`), read as that day 00:00 UTC.",
		[],
		async (t) => {
			const user = await t.given.user();
			const search = user.string("username");
			const day = (by: number) => new Date(Date.parse(user.string("created_at")) + by * 86_400_000).toISOString().slice(0, 10);
			const ids = async (created_after: string) => (await t.as("administrator").call("listUsers", { search, created_after })).is(200).ids;
			t.same("after yesterday", await ids(day(-1)), [user.number("id")]);
			t.same("after tomorrow", await ids(day(1)), []);
		},
		{ ...users, effect: "writes" },
	),
	assumed("CONV-033", 'A datetime parameter that cannot be parsed → 400 {"error":"<param> is invalid"}.', "listUsers", async (t) => {
		(await t.as("owner").call("listUsers", { created_after: "yesterday-ish" })).refuses(400, {
			error: "created_after is invalid",
		});
	}),
];
