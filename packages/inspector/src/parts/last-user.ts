let last: string | undefined;

/** Returns the user last chosen in any area, with whom the next area starts. `*nobody` is an anonymous caller. */
export const lastUser = (): string | undefined => last;

export const rememberUser = (user: string | undefined): void => {
	last = user ?? "*nobody";
};
