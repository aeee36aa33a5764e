import { spawn } from "node:child_process";

const openers: { readonly [platform: string]: readonly [command: string, ...args: string[]] } = {
	darwin: ["open"],
	// The first argument in quotes would be a window's title.
	win32: ["cmd", "/c", "start", ""],
};

/** Opens an address in the person's browser. Where that fails it is told in a line, and nothing else comes of it. */
export function openInBrowser(url: string, tell: (text: string) => void): void {
	const [command, ...args] = openers[process.platform] ?? ["xdg-open"];
	const failed = (why: string): void => tell(`no browser could be opened (${why}); the page is at ${url}`);
	const child = spawn(command, [...args, url], { stdio: "ignore", detached: true });
	child.on("error", (error) => failed(error.message));
	child.on("exit", (code) => {
		if (code !== null && code !== 0) failed(`${command} ended with ${code}`);
	});
	// Whether it is still busy is no reason to go on.
	child.unref();
}
