/// <reference path="./css.d.ts" />
/** The app as a drawer in a page that holds the platform. `@tenon/mock/inspector` loads it as somebody opens it. */
import { memoryLocation } from "wouter/memory-location";
import { basePath } from "./api/base";
import { type Host, setHost } from "./api/host";
import { draw } from "./app/draw";
import styles from "./styles/index.css?inline";

interface DrawerOptions {
	/** It has a shadow root, which keeps the styles of the page and of the app apart. */
	readonly element: HTMLElement;
	readonly fetch: Host["fetch"];
	/** Called when the user closes the drawer. */
	readonly onClose: () => void;
}

/** The page owns its URL. The drawer remembers its last view and shows it again when it is opened. */
const location = memoryLocation({ path: `${basePath}/requests`, record: true });
const query = (): string => location.history.at(-1)?.split("?")[1] ?? "";

let sheet: CSSStyleSheet | undefined;

function styleSheet(): CSSStyleSheet {
	sheet ??= new CSSStyleSheet();
	sheet.replaceSync(styles);
	return sheet;
}

/** Opens the drawer. The result closes it. */
export function openDrawer({ element, fetch, onClose }: DrawerOptions): () => void {
	const shadow = element.shadowRoot;
	if (!shadow) throw new Error("The drawer's element has no shadow root.");
	const style = styleSheet();
	if (!shadow.adoptedStyleSheets.includes(style)) shadow.adoptedStyleSheets.push(style);
	const drawer = document.createElement("section");
	drawer.className = "inspector drawer";
	drawer.setAttribute("aria-label", "Tenon inspector");
	drawer.tabIndex = -1;
	const content = document.createElement("div");
	const layer = document.createElement("div");
	drawer.append(content, layer);
	shadow.append(drawer);
	setHost({
		fetch,
		query,
		onKeyDown(listener) {
			drawer.addEventListener("keydown", listener);
			return () => drawer.removeEventListener("keydown", listener);
		},
		themed: element,
		drawer: { layer, close: onClose },
	});
	const erase = draw(content, location.hook);
	drawer.focus({ preventScroll: true });
	return () => {
		erase();
		drawer.remove();
	};
}
