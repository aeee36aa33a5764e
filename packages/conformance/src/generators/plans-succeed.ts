import { perform, planOf } from "../plans/plan";
import type { Rule } from "../rule/rule";
import { generated } from "./generated";
import type { RestOperation } from "./rest-operations";

/** What uses up the scene's own tokens and keys, which the checks of those need still. */
const consuming = /^reset(Project|Group)?RunnerRegistrationToken$|^deleteGroup.*(Token|Key)$/;

/** Each operation succeeds with no more than it needs. */
export const plansSucceed = (rows: readonly RestOperation[]): readonly Rule[] =>
	rows
		.filter(({ id }) => !consuming.test(id))
		.map((row) =>
			generated(
				row,
				{
					phase: "examples",
					what: "least",
					title: "succeeds with the least that it needs",
					rests: [],
				},
				async (t) => {
					const plan = await planOf(row, t);
					const response = await perform(row, plan);
					if (plan.status) response.is(plan.status);
					else response.ok;
				},
			),
		);
