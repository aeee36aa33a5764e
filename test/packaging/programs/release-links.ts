/** Adds links to a release, a few at a time, and removes the old ones. */
import { ConflictError, createClient, limitConcurrency } from "@tenon/client";

const tenon = createClient({
	baseUrl: "https://platform.example.com",
	auth: "owner-token",
	limit: limitConcurrency(3),
});
const release = { id: "acme/web", tag_name: "v1.0" };
const names = ["linux.tar.gz", "macos.tar.gz", "windows.zip"];
const made = await Promise.allSettled(
	names.map((name) => tenon.releaseLinks.create({ ...release, name, url: `https://cdn.example.com/${name}` })),
);
for (const one of made)
	if (one.status === "rejected" && !(one.reason instanceof ConflictError)) console.error(one.reason);
const links = await tenon.releaseLinks.list(release).all({ unique: ({ id }) => id });
for (const { id, name } of links)
	if (!names.includes(name)) await tenon.releaseLinks.delete({ ...release, link_id: id });
