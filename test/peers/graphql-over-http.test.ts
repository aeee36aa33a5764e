/** Runs the public audits of GraphQL over HTTP, which exist for every GraphQL server. */
import { createPlatform, demo } from "@tenon/mock";
import { serverAudits } from "graphql-http";
import { describe, expect, test } from "vitest";
import { checkedFetch } from "../support/contract-check";

const platform = createPlatform({ seed: demo });
const audits = serverAudits({ url: "http://tenon.test/api/graphql", fetchFn: checkedFetch(platform.fetch) });

describe("what a server must and should do", () => {
	test.each(audits.filter(({ name }) => /^(MUST|SHOULD)/.test(name)).map((audit) => [audit.id, audit.name, audit]))(
		"%s %s",
		async (_id, _name, audit) => {
			const result = await audit.fn();
			expect("reason" in result ? result.reason : "").toBe("");
			expect(result.status).toBe("ok");
		},
	);
});
