/** Creates a client of two resources, with traces, a log, validation and query options. */
import * as api from "@opentelemetry/api";
import { debug, type Middleware } from "@tenon/client";
import { tracing } from "@tenon/client/otel";
import { createClient, pipelines, users } from "@tenon/client/resources";
import { validator } from "@tenon/client/schemas";

const timed: Middleware = async (request, next, { operationId }) => {
	const began = performance.now();
	const response = await next(request);
	console.log(operationId, response.status, performance.now() - began);
	return response;
};
const tenon = createClient(
	{
		baseUrl: "https://platform.example.com",
		auth: "developer-token",
		middleware: [tracing(api), debug({ headers: true }), timed],
		validator: validator(),
		validate: "warn",
		onWarning: console.warn,
		onRetry: ({ operationId, attempt, reason, delay }) => console.warn(operationId, attempt, reason, delay),
	},
	{ pipelines, users },
);
const { username } = await tenon.users.getCurrent();
const { status } = await tenon.sudo(username).pipelines.getLatest({ id: "acme/web" });
console.log(status);
