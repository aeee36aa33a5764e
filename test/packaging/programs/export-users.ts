/** Prints all users, and continues from a saved cursor when it is started again. */
import { readFileSync, writeFileSync } from "node:fs";
import { createClient, TenonError } from "@tenon/client";
import type { User } from "@tenon/contract";

const tenon = createClient({ baseUrl: "https://platform.example.com", auth: "root-token", deadline: 600_000 });
const saved: string = readFileSync("cursor", { encoding: "utf8", flag: "a+" });
const row = ({ id, username, name }: Pick<User, "id" | "username" | "name">): string => `${id};${username};${name}`;
try {
	for await (const page of tenon.users.list({ active: true }).pages({ cursor: saved || undefined, prefetch: 2 })) {
		for (const user of page.items) console.log(row(user));
		writeFileSync("cursor", page.nextCursor ?? "");
	}
} catch (error) {
	if (error instanceof TenonError) console.error(error.walk?.items, error.walk?.cursor);
	throw error;
}
