import { type Plan, perform, planOf } from "../plans/plan";
import { addressOf } from "../rule/address";
import type { Rule } from "../rule/rule";
import { generated } from "./generated";
import { leastParams } from "./least-params";
import { type RestOperation, restOperations } from "./rest-operations";
import { unchanged } from "./unchanged";

const verbs = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Returns rules that check that each path responds to other verbs with 405 and lists its own in Allow. */
const wrongVerbs = (all: readonly RestOperation[]): readonly Rule[] =>
	[...new Set(all.map(({ path }) => path))].flatMap((template) => {
		const rows = all.filter((row) => row.path === template);
		const [first] = rows;
		// An extension can add verbs to a path of the contract.
		const own = [...new Set([...rows, ...restOperations.filter(({ path }) => path === template)].map(({ verb }) => verb))];
		const others = verbs.filter((verb) => !own.includes(verb));
		if (!first || others.length === 0) return [];
		const title = `${others.join(", ")} on the same path return 405`;
		// A word in the path could match a parameter in another operation's path.
		const similar = all.filter(({ id, path }) => id !== first.id && new RegExp(`^${path.replace(/\{[^}]+\}/g, "[^/]+")}$`).test(template));
		return generated(first, { phase: "negatives", what: "verbs", title, level: "ASSUMED", also: similar }, async (t) => {
			const { path } = addressOf(first, leastParams(first, t));
			for (const verb of others) {
				const response = await t.as("administrator").send(verb, path.split("?")[0] ?? path);
				response.refuses(405, { error: "405 Not Allowed" });
				const methods = (response.header("allow") ?? "").split(",").map((one) => one.trim());
				const expected = own.includes("GET") ? [...own, "HEAD", "OPTIONS"] : [...own, "OPTIONS"];
				t.same("Allow", methods.filter((one) => one !== "").sort(), expected.sort(), response);
			}
		});
	});

/** Returns rules that check that each operation with a body refuses malformed JSON and unsupported content types. */
const wrongContent = (all: readonly RestOperation[]): readonly Rule[] =>
	all
		.filter(({ body }) => body?.types.includes("application/json"))
		.map((row) =>
			generated(
				row,
				{
					phase: "negatives",
					what: "content",
					title: "returns 400 for malformed JSON and 415 for other content types, and changes nothing",
					rests: ["415"],
				},
				async (t) => {
					const plan = await planOf(row, t);
					const { path, rest } = addressOf(row, plan.params);
					await unchanged(t, plan, async () => {
						for (const type of ["application/xml", "text/plain", "application/x-yaml"])
							for (const body of ["<a/>", JSON.stringify(rest)]) {
								const response = await plan.caller.send(row.verb, path, { body, headers: { "content-type": type } });
								response.refuses(415, { error: `The provided content-type '${type}' is not supported.` });
							}
						const broken = { body: '{"name": ', headers: { "content-type": "application/json" } };
						(await plan.caller.send(row.verb, path, broken)).is(400);
					});
				},
			),
		);

/** Whether an operation reads, or names its record in the path: with an unknown id it does nothing. */
const isOfRecord = ({ verb, path }: RestOperation): boolean => verb === "GET" || /\{.*\{|\/(users|runners)\/\{/.test(path);

/** Returns rules that check that each operation refuses a request for an unsupported format, and changes nothing. */
const wrongAccept = (all: readonly RestOperation[]): readonly Rule[] =>
	all.map((row) =>
		generated(
			row,
			{ phase: "negatives", what: "accept", title: "returns 406 if Accept asks for another format, and changes nothing", level: "ASSUMED" },
			async (t) => {
				const plan: Plan = isOfRecord(row) ? { caller: t.as("administrator"), params: leastParams(row, t) } : await planOf(row, t);
				await unchanged(t, plan, async () => {
					const response = await perform(row, { ...plan, caller: plan.caller.with({ accept: "application/xml" }) });
					response.refuses(406, { error: "The requested format 'xml' is not supported." });
				});
			},
		),
	);

/** Returns rules for requests with verbs, content types and formats that no operation supports. */
export const wrongForm = (rows: readonly RestOperation[]): readonly Rule[] => [...wrongVerbs(rows), ...wrongContent(rows), ...wrongAccept(rows)];
