/** Parameters of which at least one of the named is given. */
export type AtLeastOne<Params, Names extends keyof Params> = Params &
	{ [Name in Names]: { [Given in Name]-?: Exclude<Params[Given], undefined> } }[Names];

/** Parameters of which at most one of the named is given. */
export type AtMostOne<Params, Names extends keyof Params> = Params &
	{ [Name in Names]: { [Other in Exclude<Names, Name>]?: undefined } }[Names];
