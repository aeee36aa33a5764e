interface Shown {
	open(): Promise<void>;
	close(): void;
	unmount(): void;
}

type Fetch = (input: Request | string, init?: RequestInit) => Promise<Response>;

const name = "tenon-inspector";

/** Nothing of the page's styles reaches in here. */
const style = `
	:host { all: initial; color-scheme: light dark; }
	.opener {
		position: fixed; bottom: 16px; z-index: 2147483645; display: grid; place-items: center; width: 44px; height: 44px;
		padding: 0; border: 1px solid light-dark(#7d8796, #758193); border-radius: 50%; cursor: pointer;
		background: light-dark(#ffffff, #1a1f27); box-shadow: 0 2px 10px rgb(0 0 0 / 25%);
	}
	.opener.bottom-right { right: 16px; }
	.opener.bottom-left { left: 16px; }
	.opener svg { width: 24px; height: 24px; fill: light-dark(#0b6e66, #4fc3b5); }
	.opener:hover { border-color: light-dark(#0b6e66, #4fc3b5); }
	.opener:focus-visible { outline: 2px solid light-dark(#0b6e66, #4fc3b5); outline-offset: 2px; }
	.opener[aria-busy="true"] { cursor: progress; opacity: 0.6; }
	.opener[hidden] { display: none; }
`;

function arrow(): SVGElement {
	const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
	svg.setAttribute("viewBox", "0 0 16 16");
	svg.setAttribute("aria-hidden", "true");
	const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
	path.setAttribute("d", "M1 4h9v3h5v2h-5v3H1z");
	svg.append(path);
	return svg;
}

let shown: Shown | undefined;

/** A button in a corner of the page that opens the inspector as a drawer. It lives in a shadow root. */
export function inspectorButton(fetch: Fetch, corner: string): Shown {
	shown?.unmount();
	const element = document.createElement(name);
	const shadow = element.attachShadow({ mode: "open" });
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(style);
	shadow.adoptedStyleSheets = [sheet];
	const button = document.createElement("button");
	button.type = "button";
	button.className = `opener ${corner}`;
	button.ariaLabel = button.title = "Open the Tenon inspector";
	button.append(arrow());
	shadow.append(button);
	document.body.append(element);

	let closeDrawer: (() => void) | undefined;
	let opening: Promise<void> | undefined;
	const load = async (): Promise<void> => {
		button.ariaBusy = "true";
		try {
			const { openDrawer } = await import("@tenon/inspector");
			if (!element.isConnected) return;
			closeDrawer = openDrawer({ element, fetch, onClose: () => self.close() });
			button.hidden = true;
		} finally {
			button.ariaBusy = null;
			opening = undefined;
		}
	};
	const self: Shown = {
		async open() {
			if (closeDrawer || !element.isConnected) return;
			opening ??= load();
			await opening;
		},
		close() {
			if (!closeDrawer) return;
			closeDrawer();
			closeDrawer = undefined;
			button.hidden = false;
			button.focus();
		},
		unmount() {
			closeDrawer?.();
			closeDrawer = undefined;
			element.remove();
			if (shown === self) shown = undefined;
		},
	};
	button.addEventListener("click", () => void self.open());
	shown = self;
	return self;
}
