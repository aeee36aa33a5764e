import type { AlertIntegration, PlatformOptions, Project } from "@tenon/mock";
import { checkedFetch } from "../../../../test/support/contract-check";
import { type GraphqlWorld, graphqlWorld } from "./graphql";

/** The response of an alert intake. */
export interface ReadResponse {
	status: number;
	/** The body, parsed if it is JSON. */
	// biome-ignore lint/suspicious/noExplicitAny: the tests check the shape of the body
	body: any;
	headers: Headers;
}

export interface Posted {
	/** The body to send in place of the payload as JSON. */
	body?: BodyInit;
	method?: string;
	headers?: Record<string, string>;
	/** The key to send as a bearer token. Defaults to the integration's own; null sends none. */
	key?: string | null;
}

export interface AlertWorld extends GraphqlWorld {
	project: Project;
	/** An integration of the project. */
	intake: AlertIntegration;
	/** Sends a payload to the URL of an integration. */
	send(payload: unknown, posted?: Posted, to?: AlertIntegration): Promise<ReadResponse>;
	/** Returns the project's alerts as GraphQL returns them, sorted by number. */
	// biome-ignore lint/suspicious/noExplicitAny: as above
	alerts(of?: Project): Promise<any[]>;
	/** Returns the last of these alerts. */
	// biome-ignore lint/suspicious/noExplicitAny: as above
	last(): Promise<any>;
	addressOf(intake: AlertIntegration): string;
}

const fields = `iid title description service monitoringTool runbook severity status hosts startedAt endedAt eventCount details
	environment { name } issue { iid title state } assignees { nodes { username } }`;

/** Returns a platform with an empty project for alerts and an integration of the project. */
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

/** Returns a payload in the metrics format, with these items. */
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

/** Returns an item in the metrics format. */
export const item = (fields: object = {}): object => ({
	status: "firing",
	startsAt: "2026-01-05T08:00:00.000Z",
	endsAt: "0001-01-01T00:00:00Z",
	generatorURL: "https://metrics.example.com/graph?g0.expr=up+%3D%3D+0&g0.tab=1",
	labels: { alertname: "InstanceDown" },
	annotations: {},
	...fields,
});
