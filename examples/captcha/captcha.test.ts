import { expect, test } from "vitest";
import { stage } from "../support/stage";
import { main } from ".";

/** Runs the example, and sends a solution to each page that it prints. */
async function solving(solutions: string[], args: string[] = []) {
	const made = await stage({ spam: {}, captcha: { siteKey: "site-<key>" } });
	const output = { out: "", err: "", pages: [] as string[] };
	const write = async (text: string): Promise<void> => {
		output.err += text;
		const url = /http:\S+/.exec(text)?.[0];
		const solution = solutions.shift();
		if (!url || solution === undefined) return;
		const page = await (await fetch(url)).text();
		output.pages.push(page);
		const number = /number (\d+)/.exec(page)?.[1] ?? "";
		await fetch(url, { method: "POST", body: new URLSearchParams({ solution: solution.replace("#", number) }) });
	};
	const code = await main(args, {
		env: { TENON_BASE_URL: made.url, TENON_TOKEN: "developer-token" },
		out: {
			write(text) {
				output.out += text;
			},
		},
		err: { write: (text) => void write(text) },
		signal: new AbortController().signal,
	});
	return { ...made, code, ...output };
}

test("creates a challenged snippet after the user has solved the CAPTCHA", async () => {
	const { platform, code, out, pages } = await solving(["solution-#"]);
	expect([code, out]).toEqual([0, expect.stringMatching(/^gid:\/\/\S+: \[spam\] Cheap watches\nhttp/)]);
	expect(pages[0]).toContain("CreateSnippet needs a CAPTCHA");
	expect(pages[0]).toContain("site-&#60;key&#62;");
	const made = [...platform.state.snippets.all()].filter(({ title }) => title === "[spam] Cheap watches");
	expect(made).toHaveLength(1);
});

test("shows the next challenge after a wrong solution", async () => {
	const { code, pages } = await solving(["wrong", "solution-#"]);
	expect([code, pages.length]).toEqual([0, 2]);
});

test("harmless text needs no CAPTCHA, and certain spam is refused at once", async () => {
	const harmless = await solving([], ["--title", "Notes"]);
	expect([harmless.code, harmless.pages]).toEqual([0, []]);
	const certain = await solving([], ["--title", "[certain spam] Watches"]);
	expect([certain.code, certain.out]).toEqual([1, expect.stringContaining("A CAPTCHA does not help")]);
});

test("fails if nobody solves the CAPTCHA in time, or after three wrong solutions", async () => {
	const late = await solving([], ["--patience", "0.2"]);
	expect([late.code, late.out]).toEqual([1, "Nobody solved the CAPTCHA in time.\n"]);
	const wrong = await solving(["a", "b", "c"]);
	expect([wrong.code, wrong.out]).toEqual([1, "3 solutions were wrong.\n"]);
});
