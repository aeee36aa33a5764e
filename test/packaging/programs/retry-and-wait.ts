/** Retries a pipeline and waits for its end, with a time limit and a signal. */
import { AbortError, createClient, TimeoutError } from "@tenon/client";

const tenon = createClient({ baseUrl: "https://platform.example.com", auth: { token: () => process.env.TOKEN ?? "" } });
const where = { id: "acme/web", pipeline_id: 61 };
const controller = new AbortController();
process.once("SIGINT", () => controller.abort());
try {
	await tenon.pipelines.retry(where, { signal: controller.signal, timeout: 5_000 });
	const { status } = await tenon.pipelines.waitFor(where, { deadline: 15 * 60_000, signal: controller.signal });
	process.exitCode = status === "success" ? 0 : 1;
} catch (error) {
	if (error instanceof AbortError || error instanceof TimeoutError) process.exitCode = 2;
	else throw error;
}
