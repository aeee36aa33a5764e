let last: string | undefined;

/** Whom somebody looked at the platform as last, so that another area begins with the same user. `*nobody` for nobody. */
export const lastUser = (): string | undefined => last;

export const rememberUser = (user: string | undefined): void => {
	last = user ?? "*nobody";
};
