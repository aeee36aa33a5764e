import { Agent, get } from "node:http";
import { createPlatform, demo, type Platform, volume } from "@tenon/mock";
import { listen } from "@tenon/mock/node";
import { type Browser, chromium, type Page } from "playwright";
import { chromiumPath, hasChromium, isInspectorBuilt } from "../support/requirements";
import { paired } from "./paired";

const headers = { "PRIVATE-TOKEN": "owner-token" };
const rounds = 5;

/** Scrolls an element frame by frame, then from end to end. Returns the milliseconds of each frame. */
const scrolling = `async (selector) => {
	const list = document.querySelector(selector);
	const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
	list.scrollTop = 0;
	for (let wait = 0; wait < 30; wait++) await frame();
	const times = [];
	let last = await frame();
	const step = async (top) => {
		list.scrollTop = top;
		const now = await frame();
		times.push(now - last);
		last = now;
	};
	for (let count = 1; count <= 240; count++) await step(count * 400);
	const height = list.scrollHeight;
	for (let count = 1; count <= 60; count++) await step(((count * 7919) % 1000) / 1000 * height);
	return times;
}`;

interface TraceEvent {
	readonly name: string;
	readonly pid: number;
	readonly tid: number;
	/** The CPU time in microseconds. */
	readonly tdur?: number;
	readonly args: { readonly name?: string };
}

/** Returns the milliseconds of CPU time of each task of the page's main thread. Other programs do not affect it. */
function tasksIn(trace: Buffer): number[] {
	const { traceEvents: events }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString());
	const threads = events.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
	const isMain = ({ pid, tid }: TraceEvent): boolean => threads.some((one) => one.pid === pid && one.tid === tid);
	const tasks = events.filter((event) => event.name === "RunTask" && isMain(event));
	return tasks.map(({ tdur = 0 }) => tdur / 1000);
}

/**
 * Scrolls a list several times, and prints the most CPU time of a frame. Also prints the wall time of the worst frame
 * in each round, which is longer if the machine is busy.
 */
async function scroll(name: string, browser: Browser, page: Page, selector: string): Promise<void> {
	const worst: number[] = [];
	await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
	for (let round = 0; round < rounds; round++)
		worst.push(Math.max(...(await page.evaluate<number[]>(`(${scrolling})(${JSON.stringify(selector)})`))));
	const task = Math.max(...tasksIn(await browser.stopTracing()));
	if (!(task > 0)) throw new Error(`${name}: no task was traced`);
	const wall = `worst frame of ${rounds} rounds: ${worst.map((time) => time.toFixed(0)).join(", ")} ms`;
	console.log(
		`${name.padEnd(64)} ${task.toFixed(0).padStart(6)}  ms of CPU in the longest task  aim ≤ 100 ms  ${wall}`,
	);
}

async function fillJournal(platform: Platform, size: number): Promise<void> {
	for (let count = 0; count < size; count++)
		await platform.fetch(`http://platform.test/api/v4/groups/none-${count}`, { headers });
}

async function open(browser: Browser, address: string, text: string): Promise<Page> {
	const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
	page.setDefaultTimeout(120_000);
	const started = performance.now();
	await page.goto(address);
	await page.getByText(text).first().waitFor();
	console.log(
		`${"".padEnd(64)} ${(performance.now() - started).toFixed(0).padStart(6)}  ms from opening the page to “${text}”`,
	);
	return page;
}

const agent = new Agent({ keepAlive: true });
const read = (url: string): Promise<void> =>
	new Promise((resolve, reject) => {
		get(url, { agent, headers }, (response) => {
			response.on("end", resolve).on("error", reject).resume();
		}).on("error", reject);
	});

/** Measures long lists in the inspector: the worst frame of a scripted scroll, and the cost of a closed page (none). */
export async function inspector(): Promise<void> {
	if (!hasChromium || !isInspectorBuilt)
		return console.log("inspector: skipped, without chromium or a build of the page");
	const size = 50_000;
	// Of 100 records, 38 are notes.
	const seed = volume({ size: 264_000 });
	const [long, watched, never] = [
		createPlatform({ seed, journal: size }),
		createPlatform({ seed: demo }),
		createPlatform({ seed: demo }),
	];
	await fillJournal(long, size);
	const [server, watchedServer, neverServer] = await Promise.all([listen(long), listen(watched), listen(never)]);
	const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox", "--disable-gpu"] });
	try {
		const requests = await open(browser, `${server.url}/_mock/requests`, `${size} requests`);
		await scroll("inspector: scrolling 50,000 requests", browser, requests, ".request-list");
		await requests.close();
		const rows = await open(browser, `${server.url}/_mock/data/notes`, "100,320 rows");
		await scroll("inspector: scrolling a table of 100,000 rows", browser, rows, ".row-grid");
		await rows.close();
		const page = await open(browser, `${watchedServer.url}/_mock/requests`, "No request yet");
		const path = "/api/v4/projects/acme%2Fweb/pipelines?per_page=20";
		await read(watchedServer.url + path);
		await page.getByRole("option").first().waitFor();
		await page.close();
		await paired({
			name: "the server after the inspector was open, over one without it",
			aim: "≤ 1.05",
			subject: () => read(watchedServer.url + path),
			base: () => read(neverServer.url + path),
			calls: 500,
		});
	} finally {
		await browser.close();
		agent.destroy();
		await Promise.all([server, watchedServer, neverServer].map((one) => one.close({ grace: 0 })));
	}
}
