import { ask } from "../../rule/graphql";
import { check } from "../../rule/rule";

const reads = { effect: "reads" } as const;

export const scalarChecks = [
	check(
		"GQL-086",
		async (t) => {
			const query = `query($path: ID!) { project(fullPath: $path) { createdAt lastActivityAt
				issues(first: 5) { nodes { createdAt updatedAt } } pipelines(first: 5) { nodes { createdAt updatedAt } } } }`;
			const told = await ask(t.as("developer"), query, { path: t.scene("project") });
			const times = [...JSON.stringify(told.data).matchAll(/At":"([^"]*)"/g)].map(([, time]) => time ?? "");
			t.holds("there should be times", times.length > 2, told.answer);
			const others = times.filter((time) => !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(time));
			t.same("times of another form", others, [], told.answer);
		},
		reads,
	),
	check(
		"GQL-087",
		async (t) => {
			const query =
				"query($path: ID!, $file: String!) { project(fullPath: $path) { repository { blobs(paths: [$file]) { nodes { size } } } } }";
			const told = await ask(t.as("developer"), query, { path: t.scene("project"), file: t.scene("binary_file") });
			const [file] = told.list("project.repository.blobs.nodes");
			t.holds(
				`the size should be a text of digits, and is ${JSON.stringify(file?.size)}`,
				typeof file?.size === "string" && /^\d+$/.test(file.size),
				told.answer,
			);
		},
		reads,
	),
];
