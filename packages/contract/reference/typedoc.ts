import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Application, OptionDefaults, type TypeDocOptions } from "typedoc";
import { repository } from "../generate/repository";
import { filesOf, type MarkdownPage } from "./markdown-page";

/** The packages with a public API. */
const packages = ["client", "mock", "conformance"];

interface Manifest {
	exports: Record<string, string | { import?: { types?: string } }>;
}

/** Returns the source files of a package's entry points, which its package.json exports. */
async function entryPoints(name: string): Promise<string[]> {
	const manifest: Manifest = JSON.parse(await readFile(join(repository, "packages", name, "package.json"), "utf8"));
	const modules = Object.values(manifest.exports).flatMap((one) => {
		const [, module] = /^\.\/dist\/(.+)\.d\.ts$/.exec((typeof one === "object" && one.import?.types) || "") ?? [];
		return module ? [join(repository, "packages", name, "src", `${module}.ts`)] : [];
	});
	return [...new Set(modules)];
}

/** Returns the entry points of all packages with a public API. */
export const publicModules = async (): Promise<string[]> => (await Promise.all(packages.map(entryPoints))).flat();

/**
 * Whether a module is the one with hundreds of validators. The records have pages; the validators' types are not worth
 * reading.
 */
const isValidators = (module: string): boolean => module.endsWith("/client/src/schemas.ts");

const options: TypeDocOptions = {
	name: "Tenon: reference",
	tsconfig: join(repository, "packages/contract/reference/typedoc.tsconfig.json"),
	navigation: { includeGroups: true },
	groupOrder: ["Operations", "Records", "GraphQL", "*"],
	sort: ["documents-first", "source-order"],
	searchInDocuments: true,
	highlightLanguages: ["ts", "tsx", "js", "json", "jsonc", "sh", "yaml", "graphql", "python", "html", "css"],
	// The pages are read offline, so they have no external links.
	disableSources: true,
	disableGit: true,
	githubPages: false,
	hideGenerator: true,
	// openapi-typescript writes this tag.
	blockTags: [...OptionDefaults.blockTags, "@description"],
	excludeExternals: true,
	excludeInternal: true,
	excludePrivate: true,
	// Tests and the type check validate the sources; here they are only read.
	skipErrorChecking: true,
	validation: { invalidLink: true, invalidPath: true, notExported: false, notDocumented: false },
	// File names must not become links.
	markdownItOptions: { html: true, linkify: false },
	logLevel: "Warn",
};

/**
 * Writes a site with pages and the API of TypeScript modules. The first page is the front page. Throws if the modules
 * cannot be read, or if a link is broken.
 */
export async function writeSite(
	pages: readonly [MarkdownPage, ...MarkdownPage[]],
	modules: readonly string[],
	out: string,
): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "tenon-reference-"));
	try {
		for (const [path, text] of pages.flatMap(filesOf)) {
			await mkdir(dirname(join(folder, path)), { recursive: true });
			await writeFile(join(folder, path), text);
		}
		const [front, ...others] = pages;
		const app = await Application.bootstrap({
			...options,
			out,
			readme: join(folder, `${front.path}.md`),
			projectDocuments: others.map(({ path }) => join(folder, `${path}.md`)),
			entryPoints: modules.filter((module) => !isValidators(module)),
		});
		const project = await app.convert();
		if (!project) throw new Error("TypeDoc cannot read the packages' sources.");
		// Modules have the names with which they are imported.
		for (const module of project.children ?? []) module.name = `@tenon/${module.name.replace("/src", "")}`;
		app.validate(project);
		await app.generateDocs(project, out);
		const { errorCount, warningCount } = app.logger;
		if (errorCount + warningCount > 0)
			throw new Error(`TypeDoc reported ${errorCount} errors and ${warningCount} warnings (above).`);
	} finally {
		await rm(folder, { recursive: true });
	}
}
