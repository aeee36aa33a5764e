import { type ReactElement, useState } from "react";
import { allExpanded, JsonView } from "react-json-view-lite";
import { useMessages } from "./toasts";

const styles = {
	container: "json",
	basicChildStyle: "json-child",
	childFieldsContainer: "json-children",
	label: "json-label",
	clickableLabel: "json-label clickable",
	nullValue: "json-null",
	undefinedValue: "json-null",
	stringValue: "json-text",
	booleanValue: "json-flag",
	numberValue: "json-number",
	otherValue: "json-null",
	punctuation: "json-mark",
	collapseIcon: "json-toggle open",
	expandIcon: "json-toggle",
	collapsedContent: "json-more",
	noQuotesForStringValues: false,
	ariaLables: { collapseJson: "Collapse", expandJson: "Expand" },
	stringifyStringValues: true,
};

/** The maximum length of a body whose tree is shown expanded. Drawing every node of a larger one would take seconds. */
const mostOpen = 20_000;

const isTree = (body: unknown): body is object => typeof body === "object" && body !== null;

/** A body: JSON as a tree or as text, anything else as text. */
export function BodyView({ body, name }: { body: unknown; name: string }): ReactElement {
	const [isRaw, setRaw] = useState(false);
	const { say } = useMessages();
	if (body === undefined || body === null || body === "") return <p className="soft">No body.</p>;
	const text = typeof body === "string" ? body : JSON.stringify(body, null, 2);
	const copy = async (): Promise<void> => {
		await navigator.clipboard.writeText(text);
		say({ title: `${name} copied` });
	};
	return (
		<div className="body-view">
			<div className="actions">
				{isTree(body) && (
					<button type="button" className="button quiet" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
						Raw
					</button>
				)}
				<button type="button" className="button quiet" onClick={() => void copy()}>
					Copy
				</button>
			</div>
			{isTree(body) && !isRaw ? (
				<JsonView
					data={body}
					style={styles}
					shouldExpandNode={text.length < mostOpen ? allExpanded : (level) => level < 1}
					clickToExpandNode
					aria-label={name}
				/>
			) : (
				<pre className="raw">{text}</pre>
			)}
		</div>
	);
}
