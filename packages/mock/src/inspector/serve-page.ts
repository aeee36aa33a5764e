import { readFile } from "node:fs/promises";
import type { RawResponse } from "../request/http/raw";
import type { PageRequest } from "./page-request";

/** Where the built page can be, from this file: packed into a chunk, in the program's folder, and in the sources. */
const folders = ["./inspector/", "../inspector/", "../../dist/inspector/"].map(
	(path) => new URL(path, import.meta.url),
);

const types: { readonly [extension: string]: string } = {
	css: "text/css; charset=utf-8",
	js: "text/javascript; charset=utf-8",
	svg: "image/svg+xml",
};

/** Nothing from elsewhere, no inline script or style, and no text that becomes markup. */
const security = {
	"content-security-policy":
		"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
	"referrer-policy": "no-referrer",
	"x-content-type-options": "nosniff",
};

const html = (status: number, body: string): RawResponse => ({
	status,
	headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store", vary: "Accept", ...security },
	body,
});

const notBuilt = `<!doctype html>
<html lang="en"><title>Tenon inspector</title>
<h1>The inspector is not built</h1>
<p>The mock runs from its sources. Run <code>npm run build:inspector</code>, then reload this page.</p>
<p>The control API below <code>{base}/</code> works without it.</p>
</html>
`;

/** A file of the built page; undefined where there is none. */
async function read(name: string): Promise<Buffer | undefined> {
	for (const folder of folders) {
		const found = await readFile(new URL(name, folder)).catch(() => undefined);
		if (found) return found;
	}
	return undefined;
}

/** The inspector's page, or one of its files. It holds no data: the page gets that from the control API. */
export async function servePage({ base, file, world, path }: PageRequest): Promise<RawResponse> {
	if (file !== undefined) {
		const bytes = await read(file);
		if (!bytes) return { status: 404, headers: { "content-type": "text/plain" }, body: "There is no such file." };
		const type = types[file.slice(file.lastIndexOf(".") + 1)] ?? "application/octet-stream";
		// Their names have a hash of what they hold.
		return {
			status: 200,
			headers: {
				"content-type": type,
				"cache-control": "public, max-age=31536000, immutable",
				"x-content-type-options": "nosniff",
			},
			body: bytes,
		};
	}
	if (world !== undefined || path === "") {
		const location = `${base}${path || "/"}${world === undefined ? "" : `?world=${world}`}`;
		return { status: 302, headers: { location, "cache-control": "no-store" }, body: null };
	}
	const page = await read("index.html");
	if (!page) return html(503, notBuilt.replace("{base}", base));
	return html(200, page.toString("utf8").replaceAll("./assets/", `${base}/assets/`));
}
