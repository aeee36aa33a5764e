import type { Schemas } from "../../api/control";

type Name = keyof Schemas["Settings"];

interface SettingText {
	readonly label: string;
	readonly hint: string;
}

/** The label and the hint of each setting, by group. */
export const settingGroups: readonly {
	readonly title: string;
	readonly settings: { readonly [name in Name]?: SettingText };
}[] = [
	{
		title: "What is installed",
		settings: {
			tier: { label: "Plan", hint: "Operations and fields of a higher plan are not there." },
			offering: { label: "Offering", hint: '"any" has everything of both.' },
			release: { label: "Release", hint: "What came later is not there." },
			dialect: { label: "Names on the wire", hint: "The specification's neutral names, or GitLab's own." },
			flags: { label: "Feature flags", hint: "Flags are on unless you switch them off." },
			restrictedVisibilities: { label: "Restricted visibilities", hint: "Only administrators may give these." },
			containerRegistryMetadata: { label: "Container registry metadata", hint: "The registry reports what it stores." },
			ldapGroupSync: { label: "LDAP sync of groups", hint: "Groups can be brought in line with LDAP." },
			stepUpProviders: {
				label: "Step-up providers",
				hint: "Sign-in providers that can ask again before a group opens.",
			},
			privateProfiles: { label: "Private profiles", hint: "Profiles of new users are private by default." },
		},
	},
	{
		title: "Behavior",
		settings: {
			pipelines: {
				label: "Pipelines",
				hint: "Manual: you finish jobs on the board. Simulated: they go on with the clock.",
			},
			latency: { label: "Latency", hint: "Every response waits this long." },
			rateLimits: {
				label: "Rate limits of operations",
				hint: "Off, those with a number in the specification, or those of the real product.",
			},
			requestLimit: { label: "Rate limit of users", hint: "All requests of a user; the period is in seconds." },
			alertLimit: {
				label: "Rate limit of alerts",
				hint: "Payloads to a project's integrations; the period is in seconds.",
			},
			spam: {
				label: "Spam check",
				hint: "Texts with [spam] count as spam, or the text that you set; next: so many changes in any case.",
			},
			captcha: { label: "CAPTCHA", hint: "Lets users lift a verdict of spam. Lifetime in seconds." },
			strict: { label: "Strict", hint: "Refuses unknown parameters, and reports responses that break the contract." },
			explain: { label: "Explain refusals", hint: "Every refusal says in X-Mock-Reason which rule refused." },
		},
	},
	{
		title: "Addresses and tokens",
		settings: {
			externalUrl: { label: "External URL", hint: "Links are written with it. Empty: the address of each request." },
			cors: { label: "Origins that may read", hint: 'Pages of these origins, as JSON: ["http://localhost:5173"].' },
			session: { label: "Session", hint: "What GraphQL requests without a credential are sent with." },
			accessTokenPrefix: { label: "Prefix of access tokens", hint: "Up to 20 characters." },
			runnerTokenPrefix: { label: "Prefix of runner tokens", hint: "Up to 20 characters." },
			registeredRunnerTokenPrefix: { label: "Prefix of registered runners' tokens", hint: "Up to 20 characters." },
			registrationTokenPrefix: { label: "Prefix of registration tokens", hint: "Up to 20 characters." },
			journal: { label: "Requests that are kept", hint: "The journal forgets older ones." },
		},
	},
];
