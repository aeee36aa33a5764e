import type { Project } from "../../state/records";
import type { Builder } from "../builder";
import { ago } from "./times";

/** A release of the shop with a link of each kind, and one without links. */
export function releases(make: Builder, web: Project): void {
	const { state } = make;
	const author_id = make.userId("maintainer");
	const created_at = ago(state, 24 * 30);
	const description = "The shop opens: a cart, a checkout and **three** ways to pay.";
	const release = make.release(web, { tag_name: "v1.0", name: "First release", description, author_id, created_at });
	const at = "https://downloads.example.com/web/1.0";
	make.releaseLink(release, {
		name: "Linux binary",
		url: `${at}/app-linux-amd64`,
		link_type: "package",
		filepath: "/bin/app-linux-amd64",
		created_at,
	});
	make.releaseLink(release, { name: "Container image", url: `${at}/image.tar`, link_type: "image", created_at });
	make.releaseLink(release, { name: "Rollback steps", url: `${at}/rollback`, link_type: "runbook", created_at });
	make.releaseLink(release, { name: "Thanks", url: `${at}/thanks`, created_at });
	make.release(web, {
		tag_name: "v1.1-rc1",
		author_id,
		created_at: ago(state, 24 * 2),
		released_at: ago(state, -24 * 5),
	});
}
