import { autocompletion, closeBrackets, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import { EditorState, Prec } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { graphql, updateSchema } from "cm6-graphql";
import { buildSchema, type GraphQLSchema } from "graphql";

interface EditorOptions {
	readonly host: HTMLElement;
	readonly text: string;
	readonly onChange: (text: string) => void;
	readonly onSend: () => void;
}

/** An editor in a page. */
export interface QueryEditor {
	/** Uses this schema for completion and checks. */
	readonly setSchema: (source: string) => void;
	readonly setText: (text: string) => void;
	readonly destroy: () => void;
}

/** The page's colors. Custom properties also apply inside a shadow root. */
const theme = EditorView.theme({
	"&": { color: "var(--ink)", backgroundColor: "var(--sunk)", fontSize: "13px" },
	"&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "2px" },
	".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "20px", minHeight: "200px", maxHeight: "50vh" },
	".cm-content": { caretColor: "var(--ink)" },
	".cm-cursor": { borderLeftColor: "var(--ink)" },
	".cm-gutters": { backgroundColor: "var(--sunk)", color: "var(--soft)", border: "none" },
	"&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
		backgroundColor: "var(--selected)",
	},
	".cm-tooltip": {
		backgroundColor: "var(--paper)",
		color: "var(--ink)",
		border: "1px solid var(--line)",
		borderRadius: "6px",
	},
	".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
		backgroundColor: "var(--selected)",
		color: "var(--ink)",
	},
	".cm-completionDetail": { color: "var(--soft)" },
	".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
});

const colours = HighlightStyle.define([
	{ tag: tags.keyword, color: "var(--struck)" },
	{ tag: [tags.string, tags.special(tags.string)], color: "var(--good)" },
	{ tag: [tags.propertyName, tags.attributeName], color: "var(--moved)" },
	{ tag: [tags.variableName, tags.special(tags.name), tags.number, tags.bool], color: "var(--warn)" },
	{ tag: tags.comment, color: "var(--soft)" },
]);

/** The parsed schemas, by source. Parsing one takes a while. */
const schemas = new Map<string, GraphQLSchema>();

function schemaOf(source: string): GraphQLSchema {
	const schema = schemas.get(source) ?? buildSchema(source, { assumeValidSDL: true });
	schemas.set(source, schema);
	return schema;
}

/**
 * Replaces the selection by the typed text. The browser would do it by itself, but by giving elements style attributes,
 * which the page's content security policy forbids.
 */
const typesOverSelection = EditorView.domEventHandlers({
	beforeinput(event, view) {
		const { from, to, empty } = view.state.selection.main;
		const { data } = event;
		if (event.inputType !== "insertText" || empty || data === null) return false;
		const insert = () => view.state.update(view.state.replaceSelection(data), { userEvent: "input.type" });
		const isHandled = view.state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, data, insert));
		if (!isHandled) view.dispatch(insert());
		return true;
	},
});

/**
 * Creates a GraphQL editor in a shadow root of an element. The page's content security policy forbids the style
 * elements that the editor would otherwise add; a shadow root accepts style sheets as objects.
 */
export function createQueryEditor({ host, text, onChange, onSend }: EditorOptions): QueryEditor {
	const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
	const send = {
		key: "Mod-Enter",
		run: () => {
			onSend();
			return true;
		},
	};
	const view = new EditorView({
		root,
		parent: root,
		state: EditorState.create({
			doc: text,
			extensions: [
				lineNumbers(),
				history(),
				drawSelection(),
				bracketMatching(),
				closeBrackets(),
				autocompletion(),
				EditorView.lineWrapping,
				typesOverSelection,
				graphql(),
				syntaxHighlighting(colours),
				theme,
				Prec.highest(keymap.of([send])),
				keymap.of([...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
				EditorView.contentAttributes.of({ "aria-label": "GraphQL query" }),
				EditorView.updateListener.of((update) => {
					if (update.docChanged) onChange(update.state.doc.toString());
				}),
			],
		}),
	});
	return {
		setSchema: (source) => updateSchema(view, schemaOf(source)),
		setText(next) {
			if (next !== view.state.doc.toString())
				view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
		},
		destroy() {
			view.destroy();
			root.replaceChildren();
		},
	};
}
