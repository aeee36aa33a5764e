/** Creates a snippet; where the platform takes it for spam, a person solves the CAPTCHA in the browser, and it is sent again. */
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

Creates a public snippet. If the platform challenges it, the address of a page is told, at which a person answers.

  --title <text>         Default "[spam] Cheap watches", which the mock challenges.
  --content <text>       Default "Tick."
  --patience <seconds>   How long the person has. Default 300.

The mock's right answer to the challenge n is solution-n.
`,
	options: {
		title: { type: "string", default: "[spam] Cheap watches" },
		content: { type: "string", default: "Tick." },
		patience: { type: "string", default: "300" },
	},
	async run({ values, platform, signal, print, tell }) {
		const graphql = createGraphQL(createClient(platform), {
			captcha: (challenge) => askInBrowser(challenge, (url) => tell(`Challenged. Answer at ${url}`)),
			captchaAttempts: 3,
			captchaTimeout: numberOf("patience", values.patience) * 1000,
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
			if (error instanceof SpamError) print("The platform is sure that this is spam. No CAPTCHA helps.");
			else if (!(error instanceof CaptchaRequiredError)) throw error;
			else print(error.answers > 0 ? `${error.answers} answers were wrong.` : "Nobody answered in time.");
			return 1;
		}
	},
});

await runIfStarted(import.meta.url, main);
