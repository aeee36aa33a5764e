/** What testers do by hand: pipelines on the board, alerts, CAPTCHAs, and taking things back. */
import { noContent, ok } from "../request/http/json-response";
import { listIntegrations, sendAlert } from "./alerts";
import type { Route } from "./call";
import { listCaptchas, solveCaptcha } from "./captchas";
import { listPipelines } from "./pipelines";
import { undo } from "./undo";
import { withoutBody } from "./without-body";

/** The calls for what is done by hand. */
export const handRoutes: { readonly [path: string]: { readonly [verb: string]: Route } } = {
	"/pipelines": { GET: ({ platform, query }) => ok(listPipelines(platform, query)) },
	"/integrations": { GET: ({ platform }) => ok(listIntegrations(platform)) },
	"/alerts": { POST: async (call) => ok(await sendAlert(call)) },
	"/captchas": { GET: ({ platform }) => ok(listCaptchas(platform)) },
	"/captchas/*": { POST: async (call) => ok(await solveCaptcha(call)) },
	"/undo/*": {
		POST: withoutBody(({ platform, id }) => {
			undo(platform, id);
			return noContent();
		}),
	},
};
