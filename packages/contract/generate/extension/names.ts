/** The names that generated files use themselves, and that a file therefore cannot use. */

const keywords =
	"await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield arguments undefined";
const ofFunctions = "call list download upload route resources operations paths components webhooks";
const ofClients = "sudo withOptions then constructor toString valueOf hasOwnProperty reads";
const ofTypes = "paths components operations webhooks Schema Blob Record Omit Date T z s";

const split = (...texts: string[]): ReadonlySet<string> => new Set(texts.flatMap((text) => text.split(" ")));

/** The names that an operationId cannot have. Each operationId becomes a function. */
export const reservedForOperations = split(keywords, ofFunctions);
/** The names that a resource cannot have. Each resource becomes a constant and a property of the client. */
export const reservedForResources = split(keywords, ofFunctions, ofClients);
/** The names that a schema cannot have. Each schema becomes a type and a validator. */
export const reservedForSchemas = split(keywords, ofTypes);
