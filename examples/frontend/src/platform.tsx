import { createClient, isApiError, type Tenon } from "@tenon/client";
import { createGraphQL, type GraphQL } from "@tenon/client/graphql";
import { createQueries, type Queries } from "@tenon/client/query";
import { createContext, type ReactNode, useContext, useMemo } from "react";

/** The client of the user who is signed in, for REST and GraphQL, and the queries over it. */
interface Platform {
	readonly tenon: Tenon;
	readonly graphql: GraphQL;
	readonly queries: Queries;
}

const PlatformContext = createContext<Platform | undefined>(undefined);

/** Signs in as a user of the demo, for everything below. */
export function SignedIn({ user, children }: { user: string; children: ReactNode }) {
	const platform = useMemo(() => {
		const tenon = createClient({ baseUrl: location.origin, auth: { token: `${user}-token` } });
		return { tenon, graphql: createGraphQL(tenon), queries: createQueries(tenon) };
	}, [user]);
	return <PlatformContext value={platform}>{children}</PlatformContext>;
}

export function usePlatform(): Platform {
	const platform = useContext(PlatformContext);
	if (!platform) throw new Error("There is nobody signed in here.");
	return platform;
}

/** What went wrong, in the platform's words. */
export function Failure({ error }: { error: unknown }) {
	if (!error) return null;
	const text = isApiError(error) ? `${error.status}: ${error.reason ?? "refused"}` : String(error);
	return (
		<p className="failure" role="alert">
			{text}
		</p>
	);
}
