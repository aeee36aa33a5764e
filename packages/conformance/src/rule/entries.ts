/** The entries of a record, with its own names as their type: for cases that are written as `{ owner: 200, guest: 403 }`. */
export const entries = <Name extends string, Value>(record: { readonly [name in Name]: Value }): [Name, Value][] =>
	// Object.entries forgets the names.
	Object.entries(record) as [Name, Value][];
