/** A hand-written extension for approvals of merge requests, in the form that `tenon-contract generate` writes. */
import type { ContractExtension, OperationRow } from "@tenon/contract";
import * as z from "zod/mini";
import { defineExtension, flag, invalid, notFound, partOf, reply, table, text, time, to } from "../../src/extend";

interface Approval {
	id: number;
	merge_request_id: number;
	user: string;
	comment: string;
	final: boolean;
	created_at: string;
}

interface InMergeRequest {
	id: number | string;
	merge_request_iid: number;
}

interface Operations {
	listApprovals: {
		parameters: { path: InMergeRequest; query?: { final?: boolean; page?: number; per_page?: number } };
		responses: { 200: { content: { "application/json": Approval[] } } };
	};
	getApproval: {
		parameters: { path: InMergeRequest & { approval_id: number } };
		responses: { 200: { content: { "application/json": Approval } } };
	};
	approveMergeRequest: {
		parameters: { path: InMergeRequest };
		requestBody: { content: { "application/json": { comment: string; final?: boolean } } };
		responses: {
			201: { content: { "application/json": Approval } };
			202: { content: { "application/json": Approval } };
		};
	};
	deleteApproval: {
		parameters: { path: InMergeRequest & { approval_id: number } };
		responses: { 204: { content?: never } };
	};
	getApprovalSummary: {
		parameters: { path: { id: number | string } };
		responses: { 200: { content: { "application/json": { approvals: number } } } };
	};
	getServiceStatus: {
		parameters: Record<never, never>;
		responses: { 200: { content: { "application/json": { status: string } } } };
	};
}

const integer = { type: "integer" } as const;
const path = (name: string, schema: object = integer) => ({ name, in: "path", required: true, schema }) as const;
const inMergeRequest = [path("id", { type: ["integer", "string"] }), path("merge_request_iid")];
const base = "/projects/{id}/merge_requests/{merge_request_iid}/approvals";

const row = (parts: Pick<OperationRow, "id" | "verb" | "path" | "statuses"> & Partial<OperationRow>): OperationRow => ({
	domain: "approvals",
	method: `approvals.${parts.id}`,
	parameters: [],
	anonymous: false,
	access: { role: "signed-in", where: "project", scopes: parts.verb === "GET" ? ["api", "read_api"] : ["api"] },
	retry: parts.verb === "GET" ? "safe" : parts.verb === "POST" ? "non-idempotent" : "idempotent",
	evidence: { stated: [], assumed: [] },
	...parts,
});

const approval = z.looseObject({
	id: z.number(),
	merge_request_id: z.number(),
	user: z.string(),
	comment: z.string(),
	final: z.boolean(),
	created_at: z.string(),
});

export const contract: ContractExtension<Operations> = {
	name: "approvals",
	operations: {
		listApprovals: row({
			id: "listApprovals",
			verb: "GET",
			path: base,
			statuses: [200, 400, 401, 403, 404],
			parameters: [
				...inMergeRequest,
				{ name: "final", in: "query", schema: { type: "boolean" } },
				{ name: "page", in: "query", schema: { ...integer, default: 1 } },
				{ name: "per_page", in: "query", schema: { ...integer, default: 20 } },
			],
			pagination: { styles: ["offset"], max: 100 },
		}),
		getApproval: row({
			id: "getApproval",
			verb: "GET",
			path: `${base}/{approval_id}`,
			statuses: [200, 400, 401, 403, 404],
			parameters: [...inMergeRequest, path("approval_id")],
		}),
		approveMergeRequest: row({
			id: "approveMergeRequest",
			verb: "POST",
			path: base,
			statuses: [201, 202, 400, 401, 403, 404],
			parameters: inMergeRequest,
			body: {
				types: ["application/json"],
				required: true,
				fields: [
					{ name: "comment", required: true, schema: { type: "string" } },
					{ name: "final", schema: { type: "boolean" } },
				],
			},
		}),
		deleteApproval: row({
			id: "deleteApproval",
			verb: "DELETE",
			path: `${base}/{approval_id}`,
			statuses: [204, 400, 401, 403, 404],
			parameters: [...inMergeRequest, path("approval_id")],
		}),
		getApprovalSummary: row({
			id: "getApprovalSummary",
			verb: "GET",
			path: "/groups/{id}/approval_summary",
			statuses: [200, 401, 403, 404],
			parameters: [path("id", { type: ["integer", "string"] })],
		}),
		getServiceStatus: row({
			id: "getServiceStatus",
			verb: "GET",
			path: "/service_status",
			statuses: [200],
			anonymous: true,
		}),
	},
	validators: async () => ({
		listApprovalsResponses: { 200: z.array(approval) },
		getApprovalResponses: { 200: approval },
		approveMergeRequestResponses: { 201: approval, 202: approval },
		getApprovalSummaryResponses: { 200: z.looseObject({ approvals: z.number() }) },
		getServiceStatusResponses: { 200: z.looseObject({ status: z.string() }) },
	}),
};

export const approvals = table(
	"approvals",
	{
		merge_request_id: partOf("merge_requests"),
		user_id: to("users"),
		comment: text(),
		final: flag(),
		created_at: time().now(),
	},
	{ unique: { once: ["merge_request_id", "user_id"] } },
);

/** The whole extension, as a user would write it. */
export const extension = defineExtension({
	openapi: contract,
	tables: { approvals },
	operations: {
		listApprovals: {
			access: { role: "reporter", of: "project" },
			handle({ project, params, state, page }) {
				const request = state.mergeRequests.one("iid", `${project.id}:${params.merge_request_iid}`);
				if (!request) throw notFound("Merge request");
				const rows = state.approvals
					.in("merge_request_id", request.id)
					.filter(({ final }) => params.final === undefined || final === params.final);
				const show = ({ user_id, ...rest }: (typeof rows)[number]) => ({
					...rest,
					user: state.users.get(user_id)?.username ?? "",
				});
				return page(rows, { by: "created_at", show });
			},
		},
		getApproval: {
			access: { role: "reporter", of: "project" },
			handle({ params, state }) {
				const found = state.approvals.get(params.approval_id);
				if (!found) throw notFound("Approval");
				const { user_id, ...rest } = found;
				return { ...rest, user: state.users.get(user_id)?.username ?? "" };
			},
		},
		approveMergeRequest: {
			access: { role: "developer", of: "project" },
			tier: "premium",
			handle({ project, params, state, actor }) {
				const request = state.mergeRequests.one("iid", `${project.id}:${params.merge_request_iid}`);
				if (!request || !actor.user) throw notFound("Merge request");
				if (params.comment === "") throw invalid({ comment: ["can't be blank"] });
				const { user_id: _, ...made } = state.approvals.insert({
					merge_request_id: request.id,
					user_id: actor.user.id,
					comment: params.comment,
					final: params.final ?? false,
				});
				const shown = { ...made, user: actor.user.username };
				// The platform reverts the write.
				if (params.comment === "fail") throw new Error("a fault of the handler");
				return params.comment === "later" ? reply(202, shown) : shown;
			},
		},
		deleteApproval: {
			access: { role: "maintainer", of: "project" },
			handle({ params, state }) {
				if (!state.approvals.get(params.approval_id)) throw notFound("Approval");
				state.approvals.delete(params.approval_id);
			},
		},
		getApprovalSummary: {
			access: { role: "guest", of: "group" },
			handle: ({ group, state }) => ({
				approvals: [...state.approvals.all()].filter(({ merge_request_id }) => {
					const request = state.mergeRequests.get(merge_request_id);
					return request && state.projects.get(request.project_id)?.group_id === group.id;
				}).length,
			}),
		},
		getServiceStatus: { access: { role: "anonymous" }, handle: () => ({ status: "up" }) },
	},
});

declare module "@tenon/mock" {
	interface ExtensionTables {
		approvals: typeof approvals;
	}
	interface ExtensionOperations extends Operations {}
}
