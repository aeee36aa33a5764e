/**
 * Unmodified third-party clients of this API in Ruby, Perl and Go, from Debian's packages. Each does what its users do.
 * Its script is in the folder of its language.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { goEnvironment, goHas, perlHas, rubyHas } from "../support/requirements";
import { test } from "./peer-server";
import { walk } from "./walk";

describe.each(["specification", "gitlab"] as const)("in the names of %s", (dialect) => {
	test.override({ dialect });

	test.skipIf(!rubyHas("gitlab"))("ruby-gitlab", async ({ server }) => {
		// -W0 turns off warnings of the client, which do not matter here.
		const { code, out, err } = await walk({ program: "ruby", options: ["-W0"] }, "ruby/walk.rb", server.url, dialect);
		expect([code, err], out).toEqual([0, ""]);
		expect(server.walked().length).toBeGreaterThan(40);
	});

	test.skipIf(!perlHas("GitLab::API::v4"))("Perl's GitLab::API::v4", async ({ server }) => {
		const { code, out, err } = await walk({ program: "perl" }, "perl/walk.pl", server.url, dialect);
		expect([code, err], out).toEqual([0, ""]);
		expect(server.walked().length).toBeGreaterThan(40);
	});

	test.skipIf(!goHas("github.com/xanzy/go-gitlab"))("go-gitlab", async ({ server }) => {
		// The compiler needs a folder for its cache.
		const cache = await mkdtemp(join(tmpdir(), "tenon-go-"));
		try {
			const env = { ...goEnvironment, GOCACHE: cache };
			const go = { program: "go", options: ["run"], env };
			const { code, out, err } = await walk(go, "go/walk.go", server.url, dialect);
			expect([code, err], out).toEqual([0, ""]);
			expect(server.walked().length).toBeGreaterThan(25);
		} finally {
			await rm(cache, { recursive: true, force: true });
		}
	});
});
