import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactElement, Suspense } from "react";
import { type BaseLocationHook, Link, Redirect, Route, Router, Switch, useLocation } from "wouter";
import { basePath } from "../api/base";
import { ControlFailure } from "../api/control";
import { host } from "../api/host";
import { Toasts } from "../parts/toasts";
import { useUndoKey } from "../parts/use-undoable";
import { areas } from "./areas";
import { ErrorBoundary } from "./error-boundary";
import { KeysProvider, useKeys } from "./keys";
import { StaleNotice } from "./stale-notice";
import { TopBar } from "./top-bar";
import { inWorld, useWorld } from "./world";

const queries = new QueryClient({
	defaultOptions: {
		// The mock is on this machine, more often than not: it responds without a network too.
		queries: {
			networkMode: "always",
			retry: (count, error) => !(error instanceof ControlFailure) && count < 2,
			staleTime: 1_000,
		},
	},
});

function Shell(): ReactElement {
	const [location, navigate] = useLocation();
	const world = useWorld();
	useUndoKey();
	// A page that has the app as a drawer has a main part of its own.
	const Main = host().drawer ? "div" : "main";
	useKeys(
		areas.map(({ key, label, path }) => ({
			key: `g ${key}`,
			label: `Go to ${label}`,
			run: () => navigate(inWorld(path, world)),
		})),
	);
	return (
		<div className="app">
			<div className="shell">
				<TopBar />
				<nav className="rail" aria-label="Areas">
					{areas.map(({ path, label, icon: Icon }) => (
						<Link key={path} href={inWorld(path, world)} aria-current={location.startsWith(path) ? "page" : undefined}>
							<Icon size={20} aria-hidden />
							{label}
						</Link>
					))}
				</nav>
				<Main className="main">
					<StaleNotice hasFeed={location.startsWith("/requests")} />
					<Switch>
						{areas.map(({ path, page: Page }) => (
							<Route key={path} path={`${path}/*?`}>
								<ErrorBoundary resetKey={`${path} ${world}`}>
									<Suspense fallback={<div className="page" aria-busy="true" />}>
										<Page key={world} />
									</Suspense>
								</ErrorBoundary>
							</Route>
						))}
						<Route>
							<Redirect to={inWorld("/requests", world)} replace />
						</Route>
					</Switch>
				</Main>
			</div>
		</div>
	);
}

/** The whole app. It uses the browser's location by default. */
export function App({ locationHook }: { locationHook?: BaseLocationHook }): ReactElement {
	return (
		// The content security policy forbids the style elements that the library would add.
		<CSPProvider disableStyleElements>
			<QueryClientProvider client={queries}>
				<Router base={basePath} {...(locationHook && { hook: locationHook })}>
					<Toasts>
						<KeysProvider>
							<Shell />
						</KeysProvider>
					</Toasts>
				</Router>
			</QueryClientProvider>
		</CSPProvider>
	);
}
