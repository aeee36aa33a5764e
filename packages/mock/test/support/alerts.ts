import type { AlertIntegration, PlatformOptions, Project } from "@tenon/mock";
import { checkedFetch } from "../../../../test/support/contract-check";
import { type GraphqlWorld, graphqlWorld } from "./graphql";

/** The response of an intake. */
export interface ReadResponse {
	status: number;
	/** Parsed if it is JSON. */
	// biome-ignore lint/suspicious/noExplicitAny: the tests check the shape of the body
	body: any;
	headers: Headers;
}

export interface Posted {
	/** Sent instead of the payload as JSON. */
	body?: BodyInit;
	method?: string;
	headers?: Record<string, string>;
	/** The key sent as a bearer token, by default the integration's own; null for none. */
	key?: string | null;
}

export interface AlertWorld extends GraphqlWorld {
	project: Project;
	/** An integration of the project. */
	intake: AlertIntegration;
	/** Sends a payload to an integration's address. */
	send(payload: unknown, posted?: Posted, to?: AlertIntegration): Promise<ReadResponse>;
	/** The project's alerts as GraphQL returns them, in the order of their numbers. */
	// biome-ignore lint/suspicious/noExplicitAny: as above
	alerts(of?: Project): Promise<any[]>;
	/** The last of these alerts. */
	// biome-ignore lint/suspicious/noExplicitAny: as above
	last(): Promise<any>;
	addressOf(intake: AlertIntegration): string;
}

const fields = `iid title description service monitoringTool runbook severity status hosts startedAt endedAt eventCount details
	environment { name } issue { iid title state } assignees { nodes { username } }`;

/** A platform with an empty project for alerts, and an integration of it. */
export function alertWorld(options: PlatformOptions = {}): AlertWorld {
	const own = graphqlWorld(options);
	const project = own.make.project("acme/watched");
	own.make.environment(project, "production");
	const intake = own.make.alertIntegration(project, { name: "Watcher" });
	const fetch = checkedFetch(own.platform.fetch);
	const addressOf = ({ name, endpoint, project_id }: AlertIntegration): string => {
		const path = own.platform.state.projects.get(project_id)?.full_path;
		return `http://tenon.test/${path}/alerts/notify/${name.toLowerCase().replaceAll(" ", "-")}/${endpoint}.json`;
	};
	const alerts: AlertWorld["alerts"] = async (of = project) => {
		const { data } = await own.gql(
			"developer",
			`{ project(fullPath: "${of.full_path}") { alertManagementAlerts(sort: CREATED_ASC) { nodes { ${fields} } } } }`,
		);
		return data.project.alertManagementAlerts.nodes;
	};
	return {
		...own,
		project,
		intake,
		addressOf,
		alerts,
		last: async () => (await alerts()).at(-1),
		async send(payload, posted = {}, to = intake) {
			const key = posted.key === undefined ? to.key : posted.key;
			const response = await fetch(addressOf(to), {
				method: posted.method ?? "POST",
				...(posted.method === "GET" ? {} : { body: posted.body ?? JSON.stringify(payload) }),
				headers: {
					"content-type": "application/json",
					...(key === null ? {} : { authorization: `Bearer ${key}` }),
					...posted.headers,
				},
			});
			const text = await response.text();
			const isJson = response.headers.get("content-type")?.startsWith("application/json");
			return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
		},
	};
}

/** A payload of the metrics format with these items. */
export const metricsPayload = (...items: object[]): object => ({
	version: "4",
	groupKey: null,
	status: "firing",
	receiver: "r",
	groupLabels: {},
	commonLabels: {},
	commonAnnotations: {},
	externalURL: "https://metrics.example.com",
	alerts: items,
});

/** An item of the metrics format. */
export const item = (fields: object = {}): object => ({
	status: "firing",
	startsAt: "2026-01-05T08:00:00.000Z",
	endsAt: "0001-01-01T00:00:00Z",
	generatorURL: "https://metrics.example.com/graph?g0.expr=up+%3D%3D+0&g0.tab=1",
	labels: { alertname: "InstanceDown" },
	annotations: {},
	...fields,
});
