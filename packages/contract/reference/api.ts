import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Application, type TypeDocOptions } from "typedoc";
import { repository } from "../generate/repository";

/** The packages with an API of their own. */
const packages = ["client", "mock", "conformance"];

interface Manifest {
	exports: Record<string, string | { import?: { types?: string } }>;
}

/** The sources of a package's entry points, as its package.json exports them. */
async function entryPoints(name: string): Promise<string[]> {
	const manifest: Manifest = JSON.parse(await readFile(join(repository, "packages", name, "package.json"), "utf8"));
	const modules = Object.values(manifest.exports).flatMap((one) => {
		const [, module] = /^\.\/dist\/(.+)\.d\.ts$/.exec((typeof one === "object" && one.import?.types) || "") ?? [];
		return module ? [join(repository, "packages", name, "src", `${module}.ts`)] : [];
	});
	return [...new Set(modules)];
}

/** Every entry point of the packages that are published with an API. */
export const publicModules = async (): Promise<string[]> => (await Promise.all(packages.map(entryPoints))).flat();

/** Hundreds of validators, each named for its record: the records have pages, and the validators' types none to read. */
const isValidators = (module: string): boolean => module.endsWith("/client/src/schemas.ts");

/** Writes the pages of the packages' APIs into a folder, from their JSDoc. Throws where they cannot be read. */
export async function writeApi(folder: string): Promise<number> {
	const options: TypeDocOptions = {
		name: "Tenon: API of the packages",
		entryPoints: (await publicModules()).filter((module) => !isValidators(module)),
		tsconfig: join(repository, "packages/contract/reference/api.tsconfig.json"),
		out: folder,
		readme: "none",
		// The pages are read offline, and lead to no host.
		disableSources: true,
		disableGit: true,
		githubPages: false,
		hideGenerator: true,
		excludeInternal: true,
		excludePrivate: true,
		navigationLinks: { Reference: "../index.html" },
		// Tests and the types' checker judge the sources; here they are only read.
		skipErrorChecking: true,
		validation: { invalidLink: true, notExported: false, notDocumented: false },
		// Names of files are not addresses.
		markdownItOptions: { html: true, linkify: false },
		logLevel: "Error",
	};
	const app = await Application.bootstrap(options);
	const project = await app.convert();
	if (!project) throw new Error("The packages' sources could not be read.");
	// They are called as they are imported.
	for (const module of project.children ?? []) module.name = `@tenon/${module.name.replace("/src", "")}`;
	await app.generateDocs(project, folder);
	return project.children?.length ?? 0;
}
