import { ask } from "../../rule/graphql";
import { assumed } from "../../rule/rule";

const reads = { effect: "reads" } as const;

export const scalarChecks = [
	assumed(
		"GQL-086",
		"Time serialises as ISO 8601 in whole seconds UTC (2021-03-09T14:58:50Z).",
		"executeGraphql",
		async (t) => {
			const query = `query($path: ID!) { project(fullPath: $path) { createdAt lastActivityAt
				issues(first: 5) { nodes { createdAt updatedAt } } pipelines(first: 5) { nodes { createdAt updatedAt } } } }`;
			const response = await ask(t.as("developer"), query, { path: t.scene("project") });
			const times = [...JSON.stringify(response.data).matchAll(/At":"([^"]*)"/g)].map(([, time]) => time ?? "");
			t.holds("there should be times", times.length > 2, response.answer);
			const others = times.filter((time) => !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(time));
			t.same("times of another form", others, [], response.answer);
		},
		reads,
	),
	assumed(
		"GQL-087",
		'BigInt serialises as a JSON string: RepositoryBlob.size is "1234".',
		"executeGraphql",
		async (t) => {
			const query = "query($path: ID!, $file: String!) { project(fullPath: $path) { repository { blobs(paths: [$file]) { nodes { size } } } } }";
			const response = await ask(t.as("developer"), query, { path: t.scene("project"), file: t.scene("binary_file") });
			const [file] = response.list("project.repository.blobs.nodes");
			t.holds(
				`the size should be a text of digits, and is ${JSON.stringify(file?.size)}`,
				typeof file?.size === "string" && /^\d+$/.test(file.size),
				response.answer,
			);
		},
		reads,
	),
];
