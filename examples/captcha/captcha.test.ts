import { expect, test } from "vitest";
import { stage } from "../support/stage";
import { main } from ".";

/** Runs it, and answers at each page that it tells of. */
async function answering(answers: string[], args: string[] = []) {
	const made = await stage({ spam: {}, captcha: { siteKey: "site-<key>" } });
	const told = { out: "", err: "", pages: [] as string[] };
	const write = async (text: string): Promise<void> => {
		told.err += text;
		const url = /http:\S+/.exec(text)?.[0];
		const answer = answers.shift();
		if (!url || answer === undefined) return;
		const page = await (await fetch(url)).text();
		told.pages.push(page);
		const number = /number (\d+)/.exec(page)?.[1] ?? "";
		await fetch(url, { method: "POST", body: new URLSearchParams({ answer: answer.replace("#", number) }) });
	};
	const code = await main(args, {
		env: { TENON_BASE_URL: made.url, TENON_TOKEN: "developer-token" },
		out: {
			write(text) {
				told.out += text;
			},
		},
		err: { write: (text) => void write(text) },
		signal: new AbortController().signal,
	});
	return { ...made, code, ...told };
}

test("a challenged snippet is made once the person has answered", async () => {
	const { platform, code, out, pages } = await answering(["solution-#"]);
	expect([code, out]).toEqual([0, expect.stringMatching(/^gid:\/\/\S+: \[spam\] Cheap watches\nhttp/)]);
	expect(pages[0]).toContain("CreateSnippet is challenged");
	expect(pages[0]).toContain("site-&#60;key&#62;");
	const made = [...platform.state.snippets.all()].filter(({ title }) => title === "[spam] Cheap watches");
	expect(made).toHaveLength(1);
});

test("a wrong answer brings the next challenge", async () => {
	const { code, pages } = await answering(["wrong", "solution-#"]);
	expect([code, pages.length]).toEqual([0, 2]);
});

test("what is harmless asks nobody, and certain spam helps no answer", async () => {
	const harmless = await answering([], ["--title", "Notes"]);
	expect([harmless.code, harmless.pages]).toEqual([0, []]);
	const certain = await answering([], ["--title", "[certain spam] Watches"]);
	expect([certain.code, certain.out]).toEqual([1, expect.stringContaining("No CAPTCHA helps")]);
});

test("nobody answers in time, or three answers are wrong", async () => {
	const late = await answering([], ["--patience", "0.2"]);
	expect([late.code, late.out]).toEqual([1, "Nobody answered in time.\n"]);
	const wrong = await answering(["a", "b", "c"]);
	expect([wrong.code, wrong.out]).toEqual([1, "3 answers were wrong.\n"]);
});
