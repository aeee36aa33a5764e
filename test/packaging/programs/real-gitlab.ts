/** Runs in a CI job of a real GitLab: with GitLab's names, a typed path, and fakes without a server. */
import { createClient, type Tenon } from "@tenon/client";
import { gitlab } from "@tenon/client/gitlab";
import { createQueries } from "@tenon/client/query";
import { createRest } from "@tenon/client/rest";
import { fakeClient, fakeRefusal } from "@tenon/client/testing";

const tenon: Tenon = process.env.CI
	? createClient({ dialect: gitlab })
	: fakeClient({ users: { getCurrent: () => ({ username: "developer" }) }, groups: { get: () => fakeRefusal(404) } });
console.log((await tenon.users.getCurrent()).microblog);
const { data, error } = await createRest(tenon).GET("/groups/{id}", { params: { path: { id: 7 } } });
console.log(data?.full_path ?? error);
const { queryKey, queryFn } = createQueries(tenon).groups.get({ id: "acme" });
console.log(queryKey.length, (await queryFn({ signal: AbortSignal.timeout(1_000) })).name);
