/** A record cannot be made from what the caller gave, such as the name of a user that does not exist. */
export class SeedError extends Error {
	constructor(message: string) {
		super(message);
		this.name = "SeedError";
	}
}
