/** Faults and overrides over HTTP. */
import { checkFields } from "../../control/check-fields";
import { anything, checkFault, count } from "../../control/fault-options";
import type { Fault } from "../../control/faults";
import type { Override } from "../../control/fixed-override";
import type { RuleChange } from "../../control/rule-change";
import { flag, optional } from "../../lib/checks";
import { ControlRefusal, checkedAt } from "../../lib/control-error";
import { created, noContent, ok } from "../../request/http/json-response";
import type { ControlCall, Route } from "../call";
import { undoable } from "../undo";
import { withoutBody } from "../without-body";
import { checkOverride } from "./override";
import { previewFault, previewOverride } from "./preview";

const faultBody = ({ id, options, calls, held, enabled }: Fault): object => ({ id, options, calls, held, enabled });

const overrideBody = ({ id, options, calls, enabled }: Override): object => ({ id, options, calls, enabled });

function overrideOf({ platform, id }: ControlCall): Override {
	const found = platform.overrides.list().find((one) => one.id === id);
	if (!found) throw new ControlRefusal(404, `There is no override ${id}.`);
	return found;
}

function faultOf({ platform, id }: ControlCall): Fault {
	const fault = platform.faults.list().find((one) => one.id === id);
	if (!fault) throw new ControlRefusal(404, `There is no fault ${id}.`);
	return fault;
}

const changes = { enabled: optional(flag), options: anything, position: count(0) };

/** Returns the change that a body describes. Its options are not checked yet. */
const changeIn = (call: ControlCall): RuleChange<unknown> => checkFields(call.json(), changes, "field");

/** Wraps a route that removes faults or overrides. Undoing it restores them in their positions. */
const removing =
	(remove: (call: ControlCall) => void): Route =>
	(call) => {
		const parts = [call.platform.faults.remember(), call.platform.overrides.remember()];
		remove(call);
		return undoable(noContent(), call.platform, () => {
			for (const bringBack of parts) bringBack();
		});
	};

/** The routes that read and change rules. */
export const ruleRoutes: { readonly [path: string]: { readonly [verb: string]: Route } } = {
	"/faults": {
		GET: ({ platform }) => ok(platform.faults.list().map(faultBody)),
		POST: (call) => created(faultBody(call.platform.faults.add(checkFault(call.json(), call.platform.operations)))),
		DELETE: removing(({ platform }) => platform.faults.clear()),
	},
	"/faults/preview": {
		POST: (call) => ok(previewFault(call.platform, checkFault(call.json(), call.platform.operations))),
	},
	"/faults/*": {
		GET: (call) => ok(faultBody(faultOf(call))),
		PATCH: (call) => {
			const fault = faultOf(call);
			const takeBack = call.platform.faults.change(fault.id, changeIn(call));
			return undoable(ok(faultBody(fault)), call.platform, takeBack);
		},
		DELETE: removing((call) => faultOf(call).remove()),
	},
	"/faults/*/release": {
		POST: withoutBody((call) => {
			const fault = faultOf(call);
			const released = fault.held;
			fault.release();
			return ok({ released });
		}),
	},
	"/overrides": {
		GET: ({ platform }) => ok(platform.overrides.list().map(overrideBody)),
		POST: (call) => created(overrideBody(call.platform.overrides.addFixed(checkOverride(call.json())))),
		DELETE: removing(({ platform }) => {
			for (const one of platform.overrides.list()) one.remove();
		}),
	},
	"/overrides/preview": { POST: (call) => ok(previewOverride(call.platform, checkOverride(call.json()))) },
	"/overrides/*": {
		GET: (call) => ok(overrideBody(overrideOf(call))),
		PATCH: (call) => {
			const override = overrideOf(call);
			const { options, ...others } = changeIn(call);
			const checked = options === undefined ? {} : { options: checkedAt("/options", () => checkOverride(options)) };
			const takeBack = call.platform.overrides.change(override.id, { ...others, ...checked });
			return undoable(ok(overrideBody(override)), call.platform, takeBack);
		},
		DELETE: removing((call) => overrideOf(call).remove()),
	},
};
