/** Thrown if a record cannot be created from the input, for example because it names a user that does not exist. */
export class SeedError extends Error {
	constructor(message: string) {
		super(message);
		this.name = "SeedError";
	}
}
