/** Creates a snippet. If it looks like spam to the platform, the user solves a CAPTCHA in the browser, and the client sends it again. */
import { createClient } from "@tenon/client";
import {
	accepted,
	CaptchaRequiredError,
	CreateSnippetDocument,
	type CreateSnippetMutationVariables,
	createGraphQL,
	SpamError,
} from "@tenon/client/graphql";
import { numberOf, program, runIfStarted } from "../support/program";
import { askInBrowser } from "./ask-in-browser";

export const main = program({
	help: `
Usage: captcha [--title <text>] [--content <text>] [--patience <seconds>]

Creates a public snippet. If the platform asks for a CAPTCHA, this prints the URL of a page on which you solve it.

  --title <text>         Default "[spam] Cheap watches", for which the mock asks for a CAPTCHA.
  --content <text>       Default "Tick."
  --patience <seconds>   How long to wait for the solution. Default 300.

The mock accepts solution-n as the solution of challenge number n.
`,
	options: {
		title: { type: "string", default: "[spam] Cheap watches" },
		content: { type: "string", default: "Tick." },
		patience: { type: "string", default: "300" },
	},
	async run({ values, platform, signal, print, report }) {
		const graphql = createGraphQL(createClient(platform), {
			captcha: (challenge) => askInBrowser(challenge, (url) => report(`Solve the CAPTCHA at ${url}`)),
			captchaAttempts: 3,
			captchaTimeout: numberOf("patience", values.patience, { most: 86_400 }) * 1000,
		});
		const input: CreateSnippetMutationVariables["input"] = {
			title: values.title,
			visibilityLevel: "public",
			blobActions: [{ action: "create", filePath: "snippet.md", content: values.content }],
		};
		try {
			const { snippet } = accepted((await graphql.request(CreateSnippetDocument, { input }, { signal })).createSnippet);
			print(`${snippet?.id}: ${snippet?.title}\n${snippet?.webUrl}`);
			return 0;
		} catch (error) {
			if (signal.aborted) throw error;
			if (error instanceof SpamError) print("The platform is certain that this is spam. A CAPTCHA does not help.");
			else if (!(error instanceof CaptchaRequiredError)) throw error;
			else {
				const { solutions } = error;
				print(solutions > 0 ? `${solutions} solutions were wrong.` : "Nobody solved the CAPTCHA in time.");
			}
			return 1;
		}
	},
});

await runIfStarted(import.meta.url, main);
