/** Uploads a picture from the disk and downloads it again. */
import { createWriteStream } from "node:fs";
import { Writable } from "node:stream";
import { createClient } from "@tenon/client";
import { fileFrom } from "@tenon/client/upload";

const tenon = createClient({ baseUrl: "https://platform.example.com", auth: "owner-token" });
await tenon.users.setAvatar({ avatar: await fileFrom("me.png") });
await tenon.groups.update({ id: "acme", avatar: { data: new Uint8Array([1, 2, 3]), name: "acme.png" } });
const { blob, fileName = "avatar", contentType } = await tenon.groups.getAvatar({ id: "acme" });
console.log(fileName, contentType, blob.size);
const response = await tenon.groups.getAvatar({ id: "acme" }).asResponse();
await response.body?.pipeTo(Writable.toWeb(createWriteStream(fileName)));
