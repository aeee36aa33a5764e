/** The page that shows the app: the mock's own at `/_mock/`, or another that holds the platform and opens the app as a drawer. */
export interface Host {
	/** Sends a request to the control API. */
	readonly fetch: (input: Request | string, init?: RequestInit) => Promise<Response>;
	/** The query of the address that the app shows. */
	readonly query: () => string;
	/** Listens for keys; the result ends that. In a drawer, keys outside it belong to the page. */
	readonly onKeyDown: (listener: (event: KeyboardEvent) => void) => () => void;
	/** The element whose `data-theme` says light or dark. */
	readonly themed: HTMLElement;
	/** What a drawer has beside that; undefined for the mock's own page. */
	readonly drawer?: {
		/** Where menus, dialogs and messages are put: the drawer's styles do not reach outside it. */
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

/** The page that shows the app. There is one, and it is set before the app is drawn. */
export const host = (): Host => current;

export const setHost = (next: Host): void => {
	current = next;
};

/** Where menus, dialogs and messages are put; undefined for the end of the page. */
export const layer = (): HTMLElement | undefined => current.drawer?.layer;
