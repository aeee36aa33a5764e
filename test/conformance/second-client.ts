import scene from "../../packages/conformance/scenes/tenon-mock.json" with { type: "json" };

type Fetch = typeof globalThis.fetch;

const project = "/api/v4/projects/acme%2Fweb";
const runner = { runner_type: "group_type", group_id: 11 };

/** Writes of other users of a platform: the path and the fields of a request, and where to delete the record that it creates. */
const writes: readonly ((
	turn: number,
) => readonly [path: string, fields: object, deletedAt?: (id: unknown) => string])[] = [
	(turn) => [`${project}/issues/1/notes`, { body: `another user, ${turn}` }, (id) => `${project}/issues/1/notes/${id}`],
	() => [`${project}/pipeline`, { ref: "main" }, (id) => `${project}/pipelines/${id}`],
	(turn) => [
		`${project}/releases/v1.0/assets/links`,
		{ name: `other ${turn}`, url: `https://example.com/other/${turn}` },
		(id) => `${project}/releases/v1.0/assets/links/${id}`,
	],
	(turn) => [
		"/api/v4/users",
		{ username: `other-${turn}`, name: "Other", email: `other-${turn}@example.com`, password: "pw-1234-Zq7" },
		(id) => `/api/v4/users/${id}?hard_delete=true`,
	],
	(turn) => ["/api/v4/user/runners", { ...runner, description: `other ${turn}` }, (id) => `/api/v4/runners/${id}`],
	() => ["/api/v4/user/runners", { runner_type: "instance_type" }, (id) => `/api/v4/runners/${id}`],
	(turn) => ["/api/v4/groups/acme%2Fbackend", { description: `Changed ${turn} times.` }],
	(turn) => [scene.scene.alert_url, { title: `other ${turn}` }],
];

/**
 * Returns the `fetch` of a server with a second client, which creates, changes or deletes a record after every `every`
 * requests. It counts requests instead of time, so that every run has the same number of writes.
 */
export function besideSecondClient(fetch: Fetch, every: number): Fetch {
	const made: string[] = [];
	let requests = 0;
	const write = async (method: string, path: string, fields?: object): Promise<unknown> => {
		const authorization = path === scene.scene.alert_url ? scene.scene.alert_key : scene.tokens.administrator;
		const headers = { authorization: `Bearer ${authorization}`, "content-type": "application/json" };
		const response = await fetch(`http://platform.test${path}`, {
			method,
			headers,
			body: fields ? JSON.stringify(fields) : null,
		});
		if (!response.ok)
			throw new Error(`The second client failed: ${method} ${path} ${response.status} ${await response.text()}`);
		return method === "POST" ? await response.json() : undefined;
	};
	return async (...args) => {
		const response = await fetch(...args);
		requests += 1;
		if (requests % every !== 0) return response;
		const turn = requests / every;
		const [path, fields, deletedAt] = writes[turn % writes.length]?.(turn) ?? ["", {}];
		const record = await write(deletedAt || path === scene.scene.alert_url ? "POST" : "PUT", path, fields);
		// One in five is never deleted.
		if (deletedAt && turn % 5 !== 0) made.push(deletedAt(Object(record).id));
		const oldest = made.length > 8 ? made.shift() : undefined;
		if (oldest !== undefined) await write("DELETE", oldest);
		return response;
	};
}
