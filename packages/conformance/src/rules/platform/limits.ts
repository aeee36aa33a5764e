import { leastParams } from "../../generators/least-params";
import { isGenerous, reading } from "../../generators/rest-operations";
import type { Caller } from "../../rule/caller";
import type { ApiResponse } from "../../rule/response";
import { assumed, destroying } from "../../rule/rule";
import { newProject } from "./lab";

const rateLimit = ["ratelimit-limit", "ratelimit-observed", "ratelimit-remaining", "ratelimit-reset"];
const limitOf = (response: ApiResponse) => rateLimit.map((name) => response.header(name));

const readable = reading.filter(isGenerous);

/** General rate limits. */
export const limitChecks = [
	assumed(
		"CONV-122",
		"A response has all headers of the general rate limit or none. RateLimit-Remaining is limit minus observed requests.",
		readable.map(({ id }) => id),
		async (t) => {
			for (const row of readable) {
				const response = await t.as("owner").call(row.id, leastParams(row, t));
				const [limit, observed, remaining, reset] = limitOf(response);
				if ([limit, observed, remaining, reset].every((one) => one === null)) continue;
				t.holds("the response should have all RateLimit headers or none", ![limit, observed, remaining, reset].includes(null), response);
				t.same("ratelimit-remaining", Number(remaining), Math.max(0, Number(limit) - Number(observed)), response);
			}
		},
	),
	destroying.assumed("ERR-070, CONV-122", "A general rate limit counts requests by user or IP address.", ["getCurrentUser", "createPipeline"], async (t) => {
		const now = Date.parse("2026-01-05T09:30:00.000Z");
		await t.given.setClock(new Date(now).toISOString());
		const { id } = await newProject(t);
		for (let count = 0; count < 300; count++) t.same("headers with no limit", limitOf(await t.as("owner").call("getCurrentUser")), [null, null, null, null]);
		await t.given.settings({ requestLimit: { requests: 3, period: 120 } });
		const reset = String(now / 1000 + 120);
		const seen = async (caller: Caller, path: string) => limitOf(await caller.send("GET", `/api/v4${path}`));
		t.same("the RateLimit headers of the first response", await seen(t.as("owner"), "/user"), ["3", "1", "2", reset]);
		t.same("the RateLimit headers of a refusal", await seen(t.as("owner"), "/users/999999999"), ["3", "2", "1", reset]);
		t.same("the RateLimit headers for an unknown path", await seen(t.as("owner"), "/nothing"), ["3", "3", "0", reset]);
		t.same("the RateLimit headers for another user", await seen(t.as("developer"), "/user"), ["3", "1", "2", reset]);
		t.same("the RateLimit headers without credentials", await seen(t.anonymous, "/nothing"), ["3", "1", "2", reset]);
		t.same("the RateLimit headers for an unknown token", await seen(t.bearing("unknown"), "/user"), ["3", "2", "1", reset]);
		await t.given.advance("20 seconds");
		const refused = (await t.as("owner").call("createPipeline", { id, ref: t.scene("ref") }, { impatient: true })).is(429);
		t.same("the body of the 429", refused.text.replace(/^"|"$/g, ""), "Retry later", refused);
		t.same("the RateLimit headers of the 429", limitOf(refused), ["3", "4", "0", reset], refused);
		t.same("when to retry", [refused.header("ratelimit-resettime"), refused.header("retry-after")], [new Date(now + 120_000).toUTCString(), "100"], refused);
		t.same("pipelines", (await t.as("developer").call("listPipelines", { id })).is(200).json, []);
		await t.given.advance("99 seconds");
		(await t.as("owner").call("getCurrentUser", {}, { impatient: true })).is(429);
		await t.given.advance("1 second");
		(await t.as("owner").call("getCurrentUser", {}, { impatient: true })).is(200);
	}),
];
