/** A frontend without a backend: the platform lives in the page, behind a service worker. */

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createPlatform, demo } from "@tenon/mock";
import { persist } from "@tenon/mock/browser";
import { inspector } from "@tenon/mock/inspector";
import { handlers, startOptions } from "@tenon/mock/msw";
import { setupWorker } from "msw/browser";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app";
import "./style.css";

// Pipelines run as time passes, and what was written outlives a reload.
const platform = createPlatform({ seed: demo, pipelines: "simulated" });
await persist(platform, { name: "frontend" });
await setupWorker(...handlers(platform)).start({ quiet: true, ...startOptions() });
inspector({ platform });

const root = document.getElementById("root");
if (!root) throw new Error("The page has no root.");
const queryClient = new QueryClient({
	defaultOptions: {
		// The client retries by itself, and the mock needs no network.
		queries: { retry: false, refetchOnWindowFocus: false, networkMode: "always" },
		mutations: { networkMode: "always" },
	},
});
createRoot(root).render(
	<StrictMode>
		<QueryClientProvider client={queryClient}>
			<App />
		</QueryClientProvider>
	</StrictMode>,
);
