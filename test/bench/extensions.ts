import type { ContractExtension } from "@tenon/contract";
import { createPlatform, demo, type Platform } from "@tenon/mock";
import { defineExtension, table, text, time } from "@tenon/mock/extend";
import { paired } from "./paired";

interface Notice {
	id: number;
	title: string;
	at: string;
}

/** The code that `tenon-contract generate` writes for one list. */
const contract: ContractExtension<{
	listNotices: {
		parameters: { query?: { page?: number; per_page?: number } };
		responses: { 200: { content: { "application/json": Notice[] } } };
	};
}> = {
	name: "notices",
	operations: {
		listNotices: {
			id: "listNotices",
			domain: "notices",
			method: "notices.list",
			verb: "GET",
			path: "/notices",
			statuses: [200],
			anonymous: true,
			access: { role: "anyone", where: "none", scopes: [] },
			retry: "safe",
			evidence: { stated: [], assumed: [] },
			parameters: [
				{ name: "page", in: "query", schema: { type: "integer", default: 1 } },
				{ name: "per_page", in: "query", schema: { type: "integer", default: 20 } },
			],
			pagination: { styles: ["offset"], max: 100 },
		},
	},
	validators: async () => ({}),
};

const notices = table("notices", { title: text(), at: time().now() });

const extension = defineExtension({
	openapi: contract,
	tables: { notices },
	operations: { listNotices: { handle: ({ state, page }) => page(state.notices.all(), { by: "title" }) } },
});

const count = 100_000;
const titles = Array.from({ length: count }, (_, at) => ({ title: `Notice ${(at * 7_919) % 100_003}` }));

/** Returns a platform whose extension has many records, in another order than that of the list. */
function extended(): Platform {
	const platform = createPlatform({ seed: demo, extensions: [extension] });
	// Loaded as from a file, because the types of seeds do not include this table.
	platform.load(JSON.parse(JSON.stringify({ notices: titles })));
	return platform;
}

/** Measures extensions: the contract's operations with one over without, and a page of its list over a sort. */
export async function extensions(): Promise<void> {
	const [plain, withExtension] = [createPlatform({ seed: demo }), extended()];
	const ask = async (platform: Platform, path: string): Promise<void> => {
		const url = `http://localhost/api/v4${path}`;
		const { status } = await platform.handle({ method: "GET", url, headers: { "private-token": "developer-token" } });
		if (status !== 200) throw new Error(`${path}: ${status}`);
	};
	for (const path of ["/projects/acme%2Fweb/pipelines", "/user", "/groups/acme"])
		await paired({
			name: `${path} with an extension over without one`,
			aim: "≤ 1.05",
			subject: () => ask(withExtension, path),
			base: () => ask(plain, path),
			calls: 1_000,
		});
	await paired({
		name: `a page of an extension's list of ${count} over ordering the list`,
		aim: "≤ 0.3",
		subject: () => ask(withExtension, "/notices"),
		base: () => void titles.toSorted((a, b) => (a.title < b.title ? -1 : 1)),
		calls: 3,
		rounds: 5,
	});
}
