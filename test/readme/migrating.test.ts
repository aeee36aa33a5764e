import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Gitlab } from "@gitbeaker/rest";
import { createClient } from "@tenon/client";
import { expect, test } from "vitest";
import { root } from "./documents";

const text = readFileSync(join(root, "docs/migrating.md"), "utf8");
const rows = [...text.matchAll(/^\| (`[A-Z]\w+\..*) \| (.*) \|$/gm)];

/** Returns the methods in a cell of the table, such as Users.all and Users.show. */
const methodsIn = (cell = ""): string[] => [...cell.matchAll(/`(\w+\.\w+)\(/g)].map(([, name = ""]) => name);

/** Whether an object has a method of a resource. */
function has(api: object, name: string): boolean {
	const [resource = "", method = ""] = name.split(".");
	const found: unknown = Reflect.get(api, resource);
	return typeof found === "object" && found !== null && typeof Reflect.get(found, method) === "function";
}

test("every method in the table of migrating.md exists in gitbeaker and in Tenon", () => {
	const theirs = new Gitlab({ host: "http://platform.test", token: "token" });
	const ours = createClient({ baseUrl: "http://platform.test" });
	expect(rows.length).toBeGreaterThan(50);
	expect(rows.flatMap(([, cell]) => methodsIn(cell)).filter((name) => !has(theirs, name))).toEqual([]);
	expect(rows.flatMap(([, , cell]) => methodsIn(cell)).filter((name) => !has(ours, name))).toEqual([]);
	expect(has(theirs, "Users.missing") || has(ours, "users.missing")).toBe(false);
});
