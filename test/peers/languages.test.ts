/**
 * Clients of this API in Ruby, Perl and Go that others wrote, unmodified, as Debian packages them. Each walks as its users do; the
 * scripts are in the folder of the language.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { goEnvironment, goHas, perlHas, rubyHas } from "../support/requirements";
import { test } from "./peer-house";
import { walk } from "./walk";

describe.each(["specification", "gitlab"] as const)("in the names of %s", (dialect) => {
	test.override({ dialect });

	test.skipIf(!rubyHas("gitlab"))("ruby-gitlab", async ({ house }) => {
		// -W0: the client's own warnings are not for us.
		const { code, out, err } = await walk({ program: "ruby", options: ["-W0"] }, "ruby/walk.rb", house.url, dialect);
		expect([code, err], out).toEqual([0, ""]);
		expect(house.walked().length).toBeGreaterThan(40);
	});

	test.skipIf(!perlHas("GitLab::API::v4"))("Perl's GitLab::API::v4", async ({ house }) => {
		const { code, out, err } = await walk({ program: "perl" }, "perl/walk.pl", house.url, dialect);
		expect([code, err], out).toEqual([0, ""]);
		expect(house.walked().length).toBeGreaterThan(40);
	});

	test.skipIf(!goHas("github.com/xanzy/go-gitlab"))("go-gitlab", async ({ house }) => {
		// The compiler wants a folder for what it keeps.
		const cache = await mkdtemp(join(tmpdir(), "tenon-go-"));
		try {
			const env = { ...goEnvironment, GOCACHE: cache };
			const go = { program: "go", options: ["run"], env };
			const { code, out, err } = await walk(go, "go/walk.go", house.url, dialect);
			expect([code, err], out).toEqual([0, ""]);
			expect(house.walked().length).toBeGreaterThan(25);
		} finally {
			await rm(cache, { recursive: true, force: true });
		}
	});
});
