/** Plans a successful request of each operation on the demo, with the plans of the conformance package. */
import type { Fetch } from "@tenon/client";
import type { Platform } from "@tenon/mock";
import scene from "../../packages/conformance/scenes/tenon-mock.json" with { type: "json" };
import { PublicBench } from "../../packages/conformance/src/bench/public-bench";
import { planOf, type RestOperationId } from "../../packages/conformance/src/plans/plan";
import type { Params } from "../../packages/conformance/src/rule/address";
import { Context } from "../../packages/conformance/src/rule/context";
import { Ledger } from "../../packages/conformance/src/run/ledger";
import { preflight } from "../../packages/conformance/src/run/preflight";
import { Sender } from "../../packages/conformance/src/run/sender";
import { overFetch } from "../../packages/conformance/src/wire/transport";

/** The caller and the parameters of an operation. The records that the parameters name exist on the platform. */
export interface Planned {
	readonly token: string | undefined;
	/** The user as whom an administrator acts. */
	readonly sudo: string | undefined;
	readonly params: Params;
}

/** Returns a function that plans an operation. It creates the necessary records through the platform's API. */
export async function planner(
	platform: Platform,
	{ baseUrl, fetch }: { readonly baseUrl: string; readonly fetch: Fetch },
): Promise<(operation: RestOperationId) => Promise<Planned>> {
	const reach: typeof globalThis.fetch = (input, init) => fetch(input instanceof URL ? input.href : input, init);
	const sender = new Sender({
		baseUrl,
		transport: overFetch(reach),
		concurrency: 1,
		timeout: 30_000,
		onExchange: () => {},
	});
	const send = sender.send.bind(sender);
	const { tokens } = scene;
	const { facts, scene: found } = await preflight(send, { ...scene, tier: "ultimate", offering: "any" });
	const rule = { effect: "destroys", level: "MUST" } as const;
	const own = { ledger: new Ledger(), label: "plan", seed: 1, bench: (of: Context) => new PublicBench(of), send };
	const context = new Context({ ...own, tokens, scene: found, facts, rule, hasSudo: true });
	return async (operation) => {
		const { caller, params } = await planOf(operation, context);
		const { "PRIVATE-TOKEN": token, Sudo: sudo } = caller.headers;
		return { token, sudo, params: { ...params, ...ofTheDemo(operation, platform) } };
	};
}

/** Returns the parameters for records that the demo has and no operation creates. */
function ofTheDemo(operation: RestOperationId, { state }: Platform): Params {
	if (operation === "revokeGroupToken") return { token: scene.scene.group_deploy_token };
	if (operation !== "disableUserTwoFactor") return {};
	return { id: [...state.users.all()].find((one) => one.two_factor_enabled && !one.admin)?.id };
}
