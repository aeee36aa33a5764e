/** Reads issues over GraphQL, and sends two queries in one request. */
import { CurrentUserDocument, createGraphQL, GraphqlError, ProjectIssuesDocument } from "@tenon/client/graphql";

const graphql = createGraphQL({ baseUrl: "https://platform.example.com", auth: { token: "developer-token" } });
const [me, again] = await graphql.batch([[CurrentUserDocument], [CurrentUserDocument]]);
console.log(me.ok ? me.data.currentUser?.username : me.error.message, again.ok);
try {
	const issues = graphql.paginate(ProjectIssuesDocument, { fullPath: "acme/web" }, ({ project }) => project?.issues);
	for await (const { iid, title } of issues) console.log(iid, title);
	const { data, response } = await graphql
		.request<{ metadata: { version: string } }>("{ metadata { version } }")
		.withResponse();
	console.log(data.metadata.version, response.status);
} catch (error) {
	if (error instanceof GraphqlError) console.error(error.errors[0]?.path, error.data);
	else throw error;
}
