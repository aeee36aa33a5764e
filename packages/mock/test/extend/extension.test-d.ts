import { createPlatform, type SeedData } from "@tenon/mock";
import { describe, expectTypeOf, test } from "vitest";
import { defineExtension, table, text, to } from "../../src/extend";
import { approvals, contract, extension } from "./approvals";

const { operations } = extension;
const votes = table("votes", { user_id: to("users"), text: text() });

describe("what does not fit an extension does not compile", () => {
	test("parameters, rows and results have the types of the OpenAPI file and of the tables", () => {
		defineExtension({
			openapi: contract,
			tables: { approvals, votes },
			operations: {
				...operations,
				getServiceStatus: {
					handle({ params, state, project }) {
						expectTypeOf(project.full_path).toEqualTypeOf<string>();
						expectTypeOf(state.votes.in("user_id", 7)).items.toHaveProperty("text");
						// @ts-expect-error there is no such group of rows
						state.votes.in("text", "x");
						// @ts-expect-error the table has no such field
						state.votes.insert({ user_id: 7, text: "x", shoe: 7 });
						// @ts-expect-error a required field is missing
						state.votes.insert({ text: "x" });
						// @ts-expect-error the operation has no such parameter
						params.nothing;
						return { status: "up" };
					},
				},
			},
		});
	});

	test("a result of another shape, an operation that is missing or unknown, a role that does not exist", () => {
		const { getServiceStatus: _left, ...rest } = operations;
		// @ts-expect-error getServiceStatus is missing
		defineExtension({ openapi: contract, operations: rest });
		defineExtension({
			openapi: contract,
			// @ts-expect-error the response has a status that is a string
			operations: { ...operations, getServiceStatus: { handle: () => ({ status: 7 }) } },
		});
		defineExtension({
			openapi: contract,
			operations: {
				...operations,
				// @ts-expect-error there is no role of this name
				getServiceStatus: { access: { role: "boss" }, handle: () => ({ status: "up" }) },
			},
		});
		defineExtension({
			openapi: contract,
			operations: {
				...operations,
				// @ts-expect-error the contract has no such operation
				getStatus: { handle: () => ({ status: "up" }) },
			},
		});
	});

	test("faults, overrides and seeds know the operations and tables that are declared", () => {
		const platform = createPlatform({ extensions: [extension] });
		platform.faults.add({ operation: "listApprovals", status: 503 });
		platform.override("getApproval", () => ({ body: { comment: "Mine" } }));
		// @ts-expect-error a comment is a string
		platform.override("getApproval", () => ({ body: { comment: 7 } }));
		// @ts-expect-error there is no such operation
		platform.faults.add({ operation: "listAprovals", status: 503 });
		const seed: SeedData = { approvals: [{ user: "owner", comment: "x" }] };
		platform.load(seed);
	});
});
