import { useQuery } from "@tanstack/react-query";
import { type ReactElement, useEffect, useState } from "react";
import { ControlFailure } from "../api/control";
import { useWorld } from "../app/world";
import type { Rule } from "./rule-form";
import { previewRule } from "./save-rule";

/** Shows which of the last requests the rule in the form would have applied to. */
export function RulePreview({ rule }: { rule: Rule }): ReactElement {
	const world = useWorld();
	const text = JSON.stringify(rule);
	const [settled, setSettled] = useState(rule);
	// biome-ignore lint/correctness/useExhaustiveDependencies: the text changes exactly when the rule does.
	useEffect(() => {
		const timer = setTimeout(() => setSettled(rule), 250);
		return () => clearTimeout(timer);
	}, [text]);
	const { data, error } = useQuery({
		queryKey: ["rule-preview", world, settled],
		queryFn: ({ signal }) => previewRule(settled, signal),
		placeholderData: (before) => before,
	});
	let words = "…";
	if (error) words = error instanceof ControlFailure ? "Not complete yet." : error.message;
	else if (data?.of === 0) words = "There is no request to try it on yet.";
	else if (data) words = `Would have struck ${data.struck} of the last ${data.of} requests.`;
	return (
		<div role="status" className="soft">
			{words}
			{!error && data && data.struck > 0 && (
				<ul className="mono struck">
					{data.requests.slice(0, 3).map(({ id, method, path, status }) => (
						<li key={id}>
							{method} {path} {status}
						</li>
					))}
				</ul>
			)}
		</div>
	);
}
