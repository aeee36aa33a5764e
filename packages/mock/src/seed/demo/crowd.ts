import type { Builder } from "../builder";
import { ago } from "./times";

const names = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivo"];
const surnames = ["Baker", "Carter", "Mason", "Smith"];

/** Everybody else: enough people that a list of users has pages. */
export function crowd(make: Builder): void {
	for (const [row, surname] of surnames.entries())
		for (const [column, name] of names.entries())
			make.user({
				username: `${name}.${surname}`.toLowerCase(),
				name: `${name} ${surname}`,
				created_at: ago(make.state, 24 * (90 - row * names.length - column)),
			});
}
