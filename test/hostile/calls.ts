import { createAlertSender } from "../../packages/client/src/alerts";
import { createGraphQL } from "../../packages/client/src/graphql";
import type { Tenon } from "../../packages/client/src/index";
import { createRest } from "../../packages/client/src/rest";

/** Values that no error may contain, and that no other server may receive. */
export const secrets = {
	token: "glpat-of-the-client-0123",
	key: "key-of-the-integration-456",
	password: "password-of-a-new-user-789",
	runner: "trt-of-a-runner-0123456789",
	variable: "variable-of-a-mutation-012",
};

/** A call of each kind that the client retries and reads differently. */
export interface Call {
	/** The maximum number of requests, unless a response is a 429. */
	readonly most: number;
	/** Set if the call can make another attempt after a 429. */
	readonly iterates?: true;
	readonly run: (tenon: Tenon, origin: string, timeout: number) => Promise<unknown>;
}

const each = async (list: AsyncIterable<unknown>): Promise<unknown[]> => {
	const items: unknown[] = [];
	for await (const item of list) items.push(item);
	return items;
};

/** The calls, by name. Each allows two retries. */
export const calls: { readonly [name: string]: Call } = {
	"reading a record": { most: 3, run: (tenon) => tenon.groups.get({ id: "acme" }) },
	"reading a file": { most: 3, run: (tenon) => tenon.groups.getAvatar({ id: "acme" }) },
	"iterating a list": { most: 3, iterates: true, run: (tenon) => each(tenon.pipelines.list({ id: "acme/web" })) },
	"iterating by keyset": { most: 6, iterates: true, run: (tenon) => each(tenon.users.list()) },
	"collecting ahead": {
		most: 3,
		iterates: true,
		run: (tenon) => tenon.runners.list().all({ prefetch: 3, max: 500 }),
	},
	"replacing a record": { most: 3, run: (tenon) => tenon.users.update({ id: 7, password: secrets.password }) },
	"deleting a record": { most: 3, run: (tenon) => tenon.runners.deleteByToken({ token: secrets.runner }) },
	"creating a record": {
		most: 1,
		run: (tenon) => tenon.users.create({ username: "a", name: "a", email: "a@b.test", password: secrets.password }),
	},
	"creating a pipeline": { most: 1, run: (tenon) => tenon.pipelines.create({ id: "acme/web", ref: "main" }) },
	"rotating a token": {
		most: 1,
		run: (tenon) => tenon.groups.rotatePersonalAccessToken({ id: "acme", token_id: 7 }),
	},
	"sending a picture": { most: 3, run: (tenon) => tenon.users.setAvatar({ avatar: new Blob(["a"]) }) },
	"a query": {
		most: 3,
		run: (tenon) => createGraphQL(tenon).request("query Q($a: String) { a(a: $a) }", { a: secrets.variable }),
	},
	"a mutation": {
		most: 1,
		run: (tenon) =>
			createGraphQL(tenon).request("mutation M($a: String) { a(a: $a) { errors } }", { a: secrets.variable }),
	},
	"a batch": {
		most: 1,
		run: (tenon) =>
			createGraphQL(tenon).batch([
				["mutation M($a: String) { a(a: $a) { errors } }", { a: secrets.variable }],
				["{ b }"],
			]),
	},
	"an alert": {
		most: 1,
		run: (_, origin, timeout) =>
			createAlertSender({
				url: `${origin}/acme/web/alerts/notify.json`,
				key: secrets.key,
				timeout,
				retries: 2,
			}).send({
				title: "Disk full",
			}),
	},
	"the raw client": {
		most: 3,
		// The raw client leaves the body to the caller.
		run: async (tenon) => {
			const { response } = await createRest(tenon).GET("/groups/{id}", {
				params: { path: { id: 7 } },
				parseAs: "stream",
			});
			await response.body?.cancel().catch(() => {}); // the client has already read the body of a refusal
		},
	},
};
