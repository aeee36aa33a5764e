import { planOf, succeeds } from "../plans/plan";
import type { Context } from "../rule/context";
import type { ApiResponse } from "../rule/response";
import type { Rule } from "../rule/rule";
import { textsNamed } from "../rule/texts-named";
import { generated } from "./generated";
import type { RestOperation } from "./rest-operations";

/** Operations that use up the scene's own tokens and keys, which other checks still need. */
const consuming = /^reset(Project|Group)?RunnerRegistrationToken$|^deleteGroup.*(Token|Key)$/;

/** Checks that times are in UTC, and that a 204 has no content type. */
function isWellFormed(t: Context, response: ApiResponse): void {
	const times = response.text.startsWith("{") || response.text.startsWith("[") ? textsNamed(response.json, "_at").filter((one) => /T\d/.test(one)) : [];
	const other = times.filter((one) => !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)$/.test(one));
	t.same("times of another form", other, [], response);
	if (response.status === 204) t.assume("a 204 should have no content type", response.header("content-type") === null, response);
}

/** Returns rules that check that each operation succeeds with only its required parameters. */
export const plansSucceed = (rows: readonly RestOperation[]): readonly Rule[] =>
	rows
		.filter(({ id }) => !consuming.test(id))
		.map((row) =>
			generated(
				row,
				{
					phase: "examples",
					what: "least",
					title: "succeeds with only the required parameters, and returns times in UTC",
					rests: [],
				},
				async (t) => {
					const plan = await planOf(row, t);
					const response = await succeeds(row, plan);
					if (!row.plan) isWellFormed(t, response);
				},
			),
		);
