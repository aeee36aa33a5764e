/** Writes a note as another user, and distinguishes a note from the result of a quick action. */
import { createClient, PermissionDeniedError } from "@tenon/client";

const admin = createClient({ baseUrl: "https://platform.example.com", auth: "root-token" });
const asDeveloper = admin.sudo("developer");
const made = await asDeveloper.issueNotes
	.create({ id: 7, issue_iid: 1, body: "/close", created_at: new Date(0) }, { retries: 0 })
	.catch((error: unknown) => {
		if (error instanceof PermissionDeniedError) return undefined;
		throw error;
	});
if (made && "commands_changes" in made) console.log(made.summary);
else console.log(made?.id, made?.author.username);
