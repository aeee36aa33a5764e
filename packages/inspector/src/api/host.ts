/**
 * The page that contains the app: the mock's own at `/_mock/`, or another page that runs the platform and opens the app
 * as a drawer.
 */
export interface Host {
	/** Sends a request to the control API. */
	readonly fetch: (input: Request | string, init?: RequestInit) => Promise<Response>;
	/** The query of the URL that the app shows. */
	readonly query: () => string;
	/** Listens for keys, and returns a function that stops it. In a drawer, keys outside it belong to the page. */
	readonly onKeyDown: (listener: (event: KeyboardEvent) => void) => () => void;
	/** The element whose `data-theme` is light or dark. */
	readonly themed: HTMLElement;
	/** The additional parts of a drawer; undefined on the mock's own page. */
	readonly drawer?: {
		/** The container of menus, dialogs and messages: the drawer's styles do not apply outside it. */
		readonly layer: HTMLElement;
		readonly close: () => void;
	};
}

let current: Host = {
	fetch: (input, init) => fetch(input, init),
	query: () => location.search,
	onKeyDown(listener) {
		addEventListener("keydown", listener);
		return () => removeEventListener("keydown", listener);
	},
	themed: document.documentElement,
};

/** The page that contains the app. There is only one, and it is set before the app is rendered. */
export const host = (): Host => current;

export const setHost = (next: Host): void => {
	current = next;
};

/** The container of menus, dialogs and messages; undefined for the end of the page. */
export const layer = (): HTMLElement | undefined => current.drawer?.layer;
