import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder";
import { tenonMock } from "../support/tenon-mock";

const approvals = fileURLToPath(new URL("served-approvals.ts", import.meta.url));

function scratch(name: string, text: string): string {
	const folder = temporaryFolder();
	writeFileSync(join(folder, name), text);
	return join(folder, name);
}

/** A program that requests approvals from the platform in its environment, and exits with 7 if everything succeeded. */
const asking = [
	process.execPath,
	"--input-type=module",
	"-e",
	`const { TENON_BASE_URL: url, TENON_TOKEN: token } = process.env;
	const headers = { "PRIVATE-TOKEN": token, "content-type": "application/json" };
	const [request] = (await (await fetch(url + "/_mock/records/merge_requests?project=acme/web&limit=1")).json()).rows;
	const path = url + "/api/v4/projects/acme%2Fweb/merge_requests/" + request.iid + "/approvals";
	const made = await fetch(path, { method: "POST", headers, body: JSON.stringify({ comment: "Served" }) });
	const list = await (await fetch(path, { headers })).json();
	const missing = await fetch(path + "/999", { headers });
	const blank = await fetch(path, { method: "POST", headers, body: JSON.stringify({ comment: "" }) });
	const open = await (await fetch(url + "/api/v4/service_status")).json();
	const seen = [made.status, list[0]?.comment, missing.status, blank.status, open.status].join();
	console.error(seen);
	process.exit(seen === "201,Served,404,400,up" ? 7 : 1);`,
];

test("--extend serves an extension written in TypeScript, without a build step", async () => {
	expect(await tenonMock("exec", "--as", "developer", "--extend", approvals, "--", ...asking)).toMatchObject({
		code: 7,
	});
});

test.each([
	["nothing.ts", undefined, "--extend: there is no file"],
	["broken.mjs", "export default {", "could not be loaded"],
	["empty.mjs", "export const x = 1;", "is not an extension. Write: export default defineExtension("],
	["list.mjs", "export default [];", "is not an extension"],
	[
		"unfit.mjs",
		`const row = { id: "getUser", domain: "x", method: "x.y", verb: "GET", path: "/x", parameters: [], statuses: [200], access: { role: "x", where: "x", scopes: [] } };
		export default { openapi: { name: "mine", operations: { getUser: row } }, operations: { getUser: { handle: () => 1 } } };`,
		"The extension mine has an operation getUser, which the platform already has.",
	],
])("--extend %s is refused before anything is served", async (name, text, message) => {
	const file = text === undefined ? `/nowhere/${name}` : scratch(name, text);
	const { code, err, out } = await tenonMock("serve", "--port", "0", "--extend", file);
	expect([code === 1 || code === 2, out]).toEqual([true, ""]);
	expect(err).toContain(message);
});
