import type { Context } from "../../request/context";

/** Returns the URLs from which a repository is cloned, over SSH and over HTTP. */
export const cloneAddresses = (fullPath: string, { base }: Pick<Context, "base">): { ssh: string; http: string } => ({
	ssh: `git@${new URL(base).hostname}:${fullPath}.git`,
	http: `${base}/${fullPath}.git`,
});
