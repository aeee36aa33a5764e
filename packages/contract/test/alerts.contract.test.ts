import { describe, expect, test } from "vitest";
import { answer, operation, property, types, values } from "./support/contract";

const intake = operation("sendAlert");
const [generic, metrics, ...others] = intake.body?.anyOf ?? [];
const text = new Set(["string"]);

describe("operation", () => {
	test("ALERT-001 a POST to the address, with a key", () => {
		expect(intake.verb).toBe("POST");
		expect(intake.servers).toMatchObject([{ url: "{alert_url}" }]);
		expect(intake.path).toBe("/{alert_path}");
		expect(Object.keys(intake.params)).toEqual(["alert_path"]);
		expect(intake.security).toEqual([["alertBearer"], ["alertBasic"]]);
		expect(generic?.required).toBeUndefined();
		expect(Object.keys(intake.answers).filter((status) => status.startsWith("2"))).toEqual(["200"]);
		expect(intake.answers["200"]?.types).toEqual(["application/json"]);
		expect(Object.keys(intake.bodies)).toEqual(["application/json"]);
		expect(intake.raw["x-tenon-method"]).toBe("alerts.send");
		expect(intake.raw["x-tenon-retry"]).toBe("non-idempotent");
	});

	test("ALERT-002, ALERT-001 the answer is an array of iid and title", () => {
		expect(intake.answers["200"]?.schema?.type).toBe("array");
		const alert = answer("sendAlert");
		expect(alert.type).toBe("object");
		expect(alert.required).toEqual(["iid", "title"]);
		expect(property(alert, "iid").type).toBe("integer");
		expect(property(alert, "title").type).toBe("string");
	});

	test("ALERT-003 the body is one of two forms, told apart by nine keys and the version", () => {
		expect(others).toEqual([]);
		expect(generic?.type).toBe("object");
		expect(metrics?.type).toBe("object");
		expect(generic).not.toBe(metrics);
		expect(metrics?.required).toHaveLength(9);
		expect(intake.body?.description).toMatch(/all nine keys[\s\S]*`version` "4"/);
	});

	test("ALERT-010 refusals are assumptions and have no body, save a text for 429", () => {
		const refusals = Object.entries(intake.answers).filter(([status]) => status >= "400");
		expect(refusals.map(([status, one]) => [status, one.types])).toEqual([
			["400", []],
			["401", []],
			["403", []],
			["404", []],
			["429", ["text/plain"]],
		]);
		expect(intake.answers["429"]?.schema?.type).toBe("string");
		expect(intake.raw["x-tenon-evidence"]).toMatchObject({
			assumed: expect.arrayContaining(["400", "401", "403", "404", "429", "errors"]),
		});
	});
});

describe("generic payload", () => {
	const texts = ["title", "description", "service", "monitoring_tool", "severity", "service_environment_name"];
	const times = ["start_time", "end_time"];
	const lists = ["hosts", "fingerprint"];

	test("ALERT-004 ten known properties, none required, any further one", () => {
		expect(Object.keys(generic?.properties ?? {}).sort()).toEqual([...texts, ...times, ...lists].sort());
		expect(generic?.required).toBeUndefined();
		expect(generic?.additionalProperties).toBe(true);
	});

	test("ALERT-005 lists may be text, times are date-times, the rest is text", () => {
		for (const name of lists) expect(types(property(generic, name))).toEqual(new Set(["string", "array"]));
		for (const name of times) expect(property(generic, name)).toMatchObject({ type: "string", format: "date-time" });
		for (const name of texts) expect(types(property(generic, name))).toEqual(text);
	});

	test("ALERT-006 severity names six values and takes any text", () => {
		const severity = property(generic, "severity");
		expect(values(severity)).toEqual(["critical", "high", "medium", "low", "info", "unknown"]);
		expect(severity.anyOf).toContainEqual({ type: "string" });
	});
});

describe("metrics payload", () => {
	const item = property(metrics, "alerts").items;

	test("ALERT-007 nine keys are required, alerts is an array of objects", () => {
		expect(metrics?.required).toEqual([
			"alerts",
			"commonAnnotations",
			"commonLabels",
			"externalURL",
			"groupKey",
			"groupLabels",
			"receiver",
			"status",
			"version",
		]);
		expect(property(metrics, "alerts").type).toBe("array");
		expect(item?.type).toBe("object");
	});

	test("ALERT-008 an item has a start, and more if the sender tells it", () => {
		expect(item?.required).toEqual(["startsAt"]);
		expect(Object.keys(item?.properties ?? {})).toEqual([
			"startsAt",
			"endsAt",
			"status",
			"generatorUrl",
			"generatorURL",
			"labels",
			"annotations",
		]);
		expect(property(item, "startsAt")).toMatchObject({ type: "string", format: "date-time" });
		for (const name of ["status", "generatorUrl", "generatorURL"]) expect(types(property(item, name))).toEqual(text);
		for (const name of ["labels", "annotations"])
			expect(property(item, name)).toMatchObject({ type: "object", additionalProperties: true });
		expect(values(property(property(item, "labels"), "severity"))).toHaveLength(26);
	});

	test("ALERT-009 endsAt and groupKey may be null", () => {
		expect(types(property(item, "endsAt"))).toEqual(new Set(["string", "null"]));
		expect(property(item, "endsAt").format).toBe("date-time");
		expect(types(property(metrics, "groupKey"))).toEqual(new Set(["string", "null"]));
	});
});
