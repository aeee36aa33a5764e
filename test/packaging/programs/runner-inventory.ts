/** Counts runners with functions, so that a bundle contains only these three operations. */
import { connect, getRunner, listAllRunners, listRunnerJobs } from "@tenon/client/operations";

const connection = connect({ baseUrl: "https://platform.example.com", auth: { token: "root-token" }, retries: 4 });
const byStatus = new Map<string, number>();
for await (const { id } of listAllRunners(connection, { tag_list: ["docker", "linux"], paused: false })) {
	const { status = "unknown" } = await getRunner(connection, { id });
	byStatus.set(status, (byStatus.get(status) ?? 0) + (await listRunnerJobs(connection, { id }).count()));
}
console.log(Object.fromEntries(byStatus));
