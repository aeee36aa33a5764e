import { rule } from "../../rule/rule";

const ofGroups = [
	"listSubgroups",
	"listDescendantGroups",
	"listGroupProjects",
	"listGroupSharedProjects",
	"listGroupSharedGroups",
	"listInvitedGroups",
] as const;

/** What is open to those without credentials. */
export const publicChecks = [
	rule(
		"AUTH-021, AUTH-022, AUTH-025",
		"Without credentials the lists of groups, and of what is below a public group or shared with it, have public ones only.",
		["listGroups", ...ofGroups],
		async (t) => {
			const id = t.scene("group");
			for (const operation of ["listGroups", ...ofGroups] as const) {
				const response = await t.anonymous.list(operation, operation === "listGroups" ? {} : { id });
				const isOpen = response.status === 200 && response.items.every((one) => one.visibility === "public");
				// What is stated of groups is assumed of projects and of what is shared.
				const expect = /^list(Sub|Descendant|)[Gg]roups$/.test(operation) ? t.holds : t.assume;
				expect(`${operation} should have public ones only`, isOpen, response);
			}
		},
	),
];
