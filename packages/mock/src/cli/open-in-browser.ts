import { spawn } from "node:child_process";

const openers: { readonly [platform: string]: readonly [command: string, ...args: string[]] } = {
	darwin: ["open"],
	// `start` uses the first quoted argument as a window title.
	win32: ["cmd", "/c", "start", ""],
};

/** Opens a URL in the user's browser. A failure is reported in a line, and has no other effect. */
export function openInBrowser(url: string, report: (text: string) => void): void {
	const [command, ...args] = openers[process.platform] ?? ["xdg-open"];
	const failed = (why: string): void => report(`no browser could be opened (${why}); the page is at ${url}`);
	const child = spawn(command, [...args, url], { stdio: "ignore", detached: true });
	child.on("error", (error) => failed(error.message));
	child.on("exit", (code) => {
		if (code !== null && code !== 0) failed(`${command} exited with code ${code}`);
	});
	// The program does not wait for the command.
	child.unref();
}
