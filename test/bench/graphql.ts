import { schemaText } from "@tenon/contract/graphql-schema";
import { createPlatform, demo } from "@tenon/mock";
import { buildSchema, execute, parse } from "graphql";
import { paired } from "./paired";

const query = `query Issues($path: ID!) {
	project(fullPath: $path) {
		fullPath
		issues(first: 100) {
			nodes { id iid title state confidential createdAt webUrl author { id username name } }
			pageInfo { hasNextPage endCursor }
		}
	}
}`;

/** Measures a query of 100 issues with their authors on the platform, over graphql-js with the finished data. */
export async function graphql(): Promise<void> {
	const platform = createPlatform({ seed: demo, clock: "2026-01-05T09:30:00.000Z" });
	const make = platform.seed;
	const project = make.project("acme/many");
	for (let count = 0; count < 100; count++) make.issue(project);
	const variables = { path: "acme/many" };
	const ask = async (): Promise<string> => {
		const response = await platform.handle({
			method: "POST",
			url: "http://platform.example.com/api/graphql",
			headers: { "content-type": "application/json", authorization: "Bearer developer-token" },
			body: JSON.stringify({ query, variables }),
		});
		return String(response.body);
	};
	const { data, errors }: { data?: { project: { issues: { nodes: object[] } } }; errors?: object[] } = JSON.parse(
		await ask(),
	);
	if (errors || data?.project.issues.nodes.length !== 100)
		throw new Error(`The query failed: ${JSON.stringify(errors)}`);
	const schema = buildSchema(schemaText);
	const document = parse(query);
	await paired({
		name: "a query of 100 nodes over graphql-js alone on the same data",
		aim: "≤ 1.3",
		subject: async () => void (await ask()),
		base: async () =>
			void JSON.stringify(await execute({ schema, document, rootValue: data, variableValues: variables })),
		calls: 100,
	});
}
