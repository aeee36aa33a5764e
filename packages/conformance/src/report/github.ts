import type { Report } from "../run/result";
import { findingsOf } from "./finding";

const data = (text: string): string => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const property = (text: string): string => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

const commands = { failure: "error", warning: "warning", known: "notice" } as const;

/** Returns workflow commands that GitHub shows as annotations, one for each finding. */
export const githubReport = (report: Report): string =>
	findingsOf(report)
		.map(({ id, title, severity, reason, request, response }) => {
			const text = [title, reason, request, response].filter(Boolean).join("\n");
			return `::${commands[severity]} title=${property(`${id} deviates`)}::${data(text)}\n`;
		})
		.join("");
