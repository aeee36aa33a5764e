/** Routes for manual actions of testers: pipelines, alerts, CAPTCHAs, and undo. */
import { noContent, ok } from "../request/http/json-response";
import { listIntegrations, sendAlert } from "./alerts";
import type { Route } from "./call";
import { listCaptchas, solveCaptcha } from "./captchas";
import { listPipelines } from "./pipelines";
import { undo } from "./undo";
import { withoutBody } from "./without-body";

/** The routes for manual actions. */
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
