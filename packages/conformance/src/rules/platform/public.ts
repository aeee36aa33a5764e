import { rule } from "../../rule/rule";

const ofGroups = [
	"listSubgroups",
	"listDescendantGroups",
	"listGroupProjects",
	"listGroupSharedProjects",
	"listGroupSharedGroups",
	"listInvitedGroups",
] as const;

/** What callers without credentials can read. */
export const publicChecks = [
	rule(
		"AUTH-021, AUTH-022, AUTH-025",
		"Without credentials, lists of groups, and of groups and projects below a public group or shared with it, have only public ones.",
		["listGroups", ...ofGroups],
		async (t) => {
			const id = t.scene("group");
			for (const operation of ["listGroups", ...ofGroups] as const) {
				const response = await t.anonymous.list(operation, operation === "listGroups" ? {} : { id });
				const isOpen = response.status === 200 && response.items.every((one) => one.visibility === "public");
				// The specification states this of groups; of projects and shared groups it is assumed.
				const expect = /^list(Sub|Descendant|)[Gg]roups$/.test(operation) ? t.holds : t.assume;
				expect(`${operation} should list only public groups or projects`, isOpen, response);
			}
		},
	),
];
