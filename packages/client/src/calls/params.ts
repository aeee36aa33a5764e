/** Parameters that include at least one of the named ones. */
export type AtLeastOne<Params, Names extends keyof Params> = Params &
	{ [Name in Names]: { [Present in Name]-?: Exclude<Params[Present], undefined> } }[Names];

/** Parameters that include at most one of the named ones. */
export type AtMostOne<Params, Names extends keyof Params> = Params &
	{ [Name in Names]: { [Other in Exclude<Names, Name>]?: undefined } }[Names];

/**
 * Parameters where the value of one decides which others are present. The ones that its value needs are required; the
 * ones that only its other values need must be absent.
 */
export type Dependent<Params, On extends keyof Params, Needs extends { readonly [value: string]: keyof Params }> = {
	[Value in keyof Needs]: Omit<Params, On | Needs[keyof Needs]> & { [Name in On]: Value } & {
		[Name in Needs[Value]]-?: Exclude<Params[Name], undefined>;
	} & { [Name in Exclude<Needs[keyof Needs], Needs[Value]>]?: undefined };
}[keyof Needs];
