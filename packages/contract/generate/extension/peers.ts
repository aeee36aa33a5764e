/** A required package is not installed. It is an optional peer, because users of only the types do not need it. */
export class MissingPackage extends Error {
	override readonly name = "MissingPackage";

	constructor(names: readonly string[], cause: unknown) {
		super(`This needs ${names.join(" and ")}. Install with: npm install --save-dev ${names.join(" ")}`, { cause });
	}
}

const packages = {
	zod: ["zod"],
	"openapi-typescript": ["openapi-typescript", "typescript"],
	"graphql-codegen": [
		"graphql",
		"@graphql-codegen/cli",
		"@graphql-codegen/typescript-operations",
		"@graphql-codegen/typed-document-node",
	],
} as const;

/** Loads code that needs an optional package. Throws a MissingPackage with the command that installs it. */
export async function requirePeer<T>(name: keyof typeof packages, load: () => Promise<T>): Promise<T> {
	try {
		return await load();
	} catch (error) {
		const { code, message = "" } = error as NodeJS.ErrnoException;
		const isMissing = /MODULE_NOT_FOUND/.test(code ?? "") && packages[name].some((one) => message.includes(`'${one}`));
		throw isMissing ? new MissingPackage(packages[name], error) : error;
	}
}
