/** Globals that the mock uses and that some test environments lack, such as jsdom under Jest. */
type Needed = Pick<typeof globalThis, "Request" | "Response" | "TextDecoder" | "TextEncoder">;

/**
 * Returns a global. It is looked up when needed, so that importing the mock needs none.
 *
 * @throws ReferenceError that says how to provide it.
 */
export function environment<Name extends keyof Needed>(name: Name): Needed[Name] {
	const found: Needed[Name] | undefined = globalThis[name];
	if (found === undefined)
		throw new ReferenceError(
			`@tenon/mock needs the global ${name}, which this environment lacks. With Jest and jsdom, set testEnvironment to "jest-fixed-jsdom", or copy it to globalThis in a file of setupFiles.`,
		);
	return found;
}
