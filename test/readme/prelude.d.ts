/**
 * Declares names that the snippets of the texts use: names that the text around a snippet introduces, and names of the
 * reader. Only the check of snippets includes this file, see tsconfig.json.
 */
declare const tenon: import("@tenon/client").Tenon;
declare const platform: import("@tenon/mock").Platform;
declare const createClient: typeof import("@tenon/client").createClient;
declare const createPlatform: typeof import("@tenon/mock").createPlatform;
declare const demo: import("@tenon/mock").Seed;
declare const pipeline: { readonly id: number };
/** The module that `tenon-contract generate` wrote. */
declare const company: typeof import("../extend/generated").approvals;
declare const url: string;
declare const key: string;
declare const token: string;
declare const note: import("@tenon/client").CreateIssueNoteParams;
declare const vault: { get(name: string): string | Promise<string> };
declare const solve: (siteKey: string) => Promise<string>;

declare const readFile: typeof import("node:fs/promises").readFile;
declare const writeFile: typeof import("node:fs/promises").writeFile;
/** The globals of a test runner. Its `expect` has the mock's matchers. */
declare const test: (name: string, body: () => Promise<void>) => void;
declare const expect: (value: unknown) => import("@tenon/mock/vitest").PlatformMatchers<unknown>;
