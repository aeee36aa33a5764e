/** Starts a pipeline, shows its progress until it ends, and exits with a code for its outcome. */
import { createClient, TimeoutError } from "@tenon/client";
import { Misuse, numberOf, program, runIfStarted } from "../support/program";

/** Splits each `NAME=VALUE` into a pair. */
const pairs = (name: string, texts: readonly string[] = []): [key: string, value: string][] =>
	texts.map((text) => {
		const at = text.indexOf("=");
		if (at < 1) throw new Misuse(`--${name} must be NAME=VALUE, not "${text}".`);
		return [text.slice(0, at), text.slice(at + 1)];
	});

/** The value of an input: parsed if it is JSON (true, 3, ["a"]), otherwise the text itself. */
function inputValue(text: string): string | number | boolean | unknown[] {
	try {
		const value: unknown = JSON.parse(text);
		if (typeof value === "number" || typeof value === "boolean" || Array.isArray(value)) return value;
	} catch {
		// Not JSON: it stays a string.
	}
	return text;
}

const exitCodes: { readonly [status: string]: number } = { success: 0, failed: 1, canceled: 3, skipped: 3 };
const timedOut = 4;

export const main = program({
	help: `
Usage: pipeline [--project <path>] [--ref <name>] [--variable NAME=VALUE]… [--input NAME=VALUE]…

Starts a pipeline on the latest commit of a branch or tag, and waits for its end. Ctrl-C cancels it.

  --project <path>         Default acme/web.
  --ref <name>             Branch or tag. Default main.
  --variable NAME=VALUE    A variable; repeat it for more.
  --input NAME=VALUE       An input of the CI configuration, JSON or text; repeat it for more.
  --timeout <seconds>      How long to wait at most, up to a day. Default 900.
  --interval <seconds>     First pause between two requests; later ones grow to 30 seconds. Default 2.
  --leave                  On Ctrl-C, leave the pipeline running.

Exit codes: 0 success, 1 failed, 2 wrong arguments, 3 canceled or skipped, 4 still running at the timeout, 130 Ctrl-C.
`,
	options: {
		project: { type: "string", default: "acme/web" },
		ref: { type: "string", default: "main" },
		variable: { type: "string", multiple: true },
		input: { type: "string", multiple: true },
		timeout: { type: "string", default: "900" },
		interval: { type: "string", default: "2" },
		leave: { type: "boolean", default: false },
	},
	async run({ values, platform, signal, print, report }) {
		const tenon = createClient(platform);
		const id = values.project;
		const variables = pairs("variable", values.variable).map(([key, value]) => ({ key, value }));
		const inputs = Object.fromEntries(
			pairs("input", values.input).map(([name, value]) => [name, inputValue(value)] as const),
		);
		const deadline = numberOf("timeout", values.timeout, { most: 86_400 }) * 1000;
		const interval = numberOf("interval", values.interval, { least: 0.01, most: 3_600 }) * 1000;
		const created = await tenon.pipelines.create({ id, ref: values.ref, variables, inputs }, { signal });
		report(`#${created.iid} on ${created.ref} at ${created.sha.slice(0, 8)}: ${created.web_url}`);

		const began = Date.now();
		let last = "";
		const onProgress = ({ status }: { status: string }): void => {
			if (status !== last) report(`${((Date.now() - began) / 1000).toFixed(1).padStart(7)} s  ${status}`);
			last = status;
		};
		try {
			const ended = await tenon.pipelines.waitFor(
				{ id, pipeline_id: created.id },
				{ deadline, interval, signal, onProgress },
			);
			const { total } = await tenon.pipelines.getTestReportSummary({ id, pipeline_id: ended.id }, { signal });
			const parts = [
				`${ended.status} in ${ended.duration ?? 0} s`,
				...(ended.coverage === null ? [] : [`coverage ${ended.coverage} %`]),
				...(total.count > 0 ? [`${total.count} tests, ${total.failed} failed`] : []),
			];
			print(`#${ended.iid} ${parts.join(", ")}`);
			return exitCodes[ended.status] ?? 1;
		} catch (error) {
			if (error instanceof TimeoutError) {
				print(`#${created.iid} is still ${last} after ${values.timeout} s`);
				return timedOut;
			}
			if (signal.aborted && !values.leave) {
				// Without the signal, since it would abort this call too.
				const { status } = await tenon.pipelines.cancel({ id, pipeline_id: created.id });
				print(`#${created.iid} ${status}`);
			}
			throw error;
		}
	},
});

await runIfStarted(import.meta.url, main);
