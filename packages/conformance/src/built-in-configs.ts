/** Configurations that come with the package, by name: files with tokens and scene. */
export const builtInConfigs: Readonly<Record<string, URL>> = {
	"tenon-mock": new URL("../scenes/tenon-mock.json", import.meta.url),
};
