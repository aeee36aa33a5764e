import * as api from "@opentelemetry/api";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { broken, clientOn, failure, json, refusal, script, token } from "../test/support/script";
import { tracing } from "./otel";
import { createRest } from "./rest";

const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });

beforeAll(() => {
	api.trace.setGlobalTracerProvider(provider);
	api.propagation.setGlobalPropagator({
		inject: (context, carrier, setter) => {
			const span = api.trace.getSpanContext(context);
			if (span) setter.set(carrier, "traceparent", `00-${span.traceId}-${span.spanId}-01`);
		},
		extract: (context) => context,
		fields: () => ["traceparent"],
	});
});
beforeEach(() => exporter.reset());
afterAll(() => api.trace.disable());

describe("tracing", () => {
	test("a client span an attempt, with the conventions' attributes, and the trace sent along", async () => {
		const { fetch, requests } = script(refusal(503), json({ id: 7 }));
		await clientOn(fetch, { middleware: [tracing(api)] }).pipelines.get({ id: "acme/web", pipeline_id: 7 });
		const spans = exporter.getFinishedSpans();
		expect(spans.map(({ name, kind, status }) => [name, kind, status.code])).toEqual([
			["getPipeline", api.SpanKind.CLIENT, api.SpanStatusCode.ERROR],
			["getPipeline", api.SpanKind.CLIENT, api.SpanStatusCode.UNSET],
		]);
		expect(spans[1]?.attributes).toEqual({
			"http.request.method": "GET",
			"url.full": "https://platform.test/api/v4/projects/acme%2Fweb/pipelines/7",
			"url.template": "/api/v4/projects/{id}/pipelines/{pipeline_id}",
			"server.address": "platform.test",
			"server.port": 443,
			"tenon.operation": "getPipeline",
			"http.request.resend_count": 1,
			"http.response.status_code": 200,
		});
		expect(requests.map(({ headers }) => headers.get("traceparent"))).toEqual(
			spans.map((span) => `00-${span.spanContext().traceId}-${span.spanContext().spanId}-01`),
		);
	});

	test("a broken connection is an error, named; nothing holds a secret", async () => {
		const { fetch } = script(broken());
		const tenon = clientOn(fetch, { middleware: [tracing(api)], retries: 0 });
		await failure(createRest(tenon).GET("/groups?private_token=sesame" as "/groups"));
		const [span] = exporter.getFinishedSpans();
		expect(span?.status).toEqual({ code: api.SpanStatusCode.ERROR, message: "TypeError" });
		expect(span?.attributes["error.type"]).toBe("TypeError");
		const output = JSON.stringify([span?.attributes, span?.events, span?.status]);
		expect(output).not.toContain(token);
		expect(output).not.toContain("sesame");
	});
});
