import type { MergeRequestFieldsFragment } from "@tenon/client/graphql";

type Checked = Pick<MergeRequestFieldsFragment, "title" | "sourceBranch" | "targetBranch">;

const rules: readonly (readonly [text: string, holds: (mergeRequest: Checked) => boolean])[] = [
	["The title has at most 72 characters", ({ title }) => title.length <= 72],
	["The title begins with a capital letter", ({ title }) => /^\p{Lu}/u.test(title.replace(/^draft:\s*/i, ""))],
	["It is not a draft", ({ title }) => !/^draft:/i.test(title)],
	["The branch says what kind of change it is (`fix/…`)", ({ sourceBranch }) => /^[a-z]+\/./.test(sourceBranch)],
	["It goes to `main`", ({ targetBranch }) => targetBranch === "main"],
];

/** A checklist in Markdown, so that reviewers need not check these rules. The same merge request returns the same text. */
export function checklist(mergeRequest: Checked): string {
	const lines = rules.map(([text, holds]) => `- [${holds(mergeRequest) ? "x" : " "}] ${text}`);
	return ["Before a person looks at this:", "", ...lines].join("\n");
}
