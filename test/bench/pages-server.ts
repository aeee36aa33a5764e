/** A server in its own process, so that its heap is not the client's. It has 100,000 pipelines, 100 per page. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const items = 100_000;
const size = 100;

const record = (id: number): object => ({
	id,
	iid: id,
	project_id: 7,
	status: "success",
	source: "push",
	ref: "main",
	sha: "a".repeat(40),
	web_url: `https://platform.test/acme/web/-/pipelines/${id}`,
	created_at: "2026-01-05T09:30:00.000Z",
	updated_at: "2026-01-05T09:35:00.000Z",
});
const texts = Array.from({ length: items / size }, (_, page) =>
	JSON.stringify(Array.from({ length: size }, (_, index) => record(page * size + index))),
);

const server = createServer(({ url = "/" }, response) => {
	const page = Number(new URL(url, "http://localhost").searchParams.get("page") ?? 1);
	const next = page < texts.length ? `${page + 1}` : "";
	const paging: { [name: string]: string } = {
		"x-page": `${page}`,
		"x-per-page": `${size}`,
		"x-next-page": next,
		"x-total": `${items}`,
		"x-total-pages": `${texts.length}`,
	};
	const path = "/api/v4/projects/acme%2Fweb/pipelines";
	if (next) paging.link = `<http://127.0.0.1:${port()}${path}?page=${next}&per_page=${size}>; rel="next"`;
	response.writeHead(200, { "content-type": "application/json", ...paging }).end(texts[page - 1]);
});
const port = (): number => (server.address() as AddressInfo).port; // of a TCP server
server.listen(0, "127.0.0.1", () => process.send?.(`http://127.0.0.1:${port()}`));
process.on("disconnect", () => process.exit());
