import type { Builder } from "../builder";
import { roles } from "./times";

/** A picture of one pixel. */
const pixel = {
	name: "acme.png",
	type: "image/png",
	base64: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
};

/** Gives `acme` a picture, and tokens that its owners can revoke: a deploy token, and feed tokens of its members. */
export function groupSettings(make: Builder): void {
	const acme = make.state.group("acme");
	if (acme) make.state.groups.update(acme.id, { avatar: pixel });
	make.deployToken("acme", { name: "mirror", text: "acme-deploy-token" });
	for (const username of roles) make.feedToken(username);
}
