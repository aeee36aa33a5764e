/** What the mock uses of the environment and some test environments lack: jsdom under Jest, for example. */
type Needed = Pick<typeof globalThis, "Request" | "Response" | "TextDecoder" | "TextEncoder">;

/**
 * A global, looked up when it is needed: an import alone needs none.
 *
 * @throws ReferenceError that names the remedy.
 */
export function environment<Name extends keyof Needed>(name: Name): Needed[Name] {
	const found: Needed[Name] | undefined = globalThis[name];
	if (found === undefined)
		throw new ReferenceError(
			`@tenon/mock needs the global ${name}, which this environment lacks. With Jest and jsdom, set testEnvironment to "jest-fixed-jsdom", or copy it to globalThis in a file of setupFiles.`,
		);
	return found;
}
