/** What the platform keeps of accounts beside their names and profiles. */
import type { CustomAttribute } from "./records-groups";

/** What a user is up to. */
export interface UserStatus {
	/** Without colons. */
	readonly emoji: string;
	readonly message: string | null;
	readonly availability: "busy" | "not_set";
	/** From this time on there is no status. */
	readonly clear_status_at: string | null;
}

/** What a user prefers to see. */
export interface UserPreferences {
	readonly view_diffs_file_by_file: boolean;
	readonly show_whitespace_in_diffs: boolean;
	readonly pass_user_identities_to_ci_jwt: boolean;
}

/** What an account holds beyond its profile. */
export interface AccountDetails {
	/** Locked after too many failed sign-ins. */
	readonly locked: boolean;
	readonly updated_at: string;
	/** The address that becomes the primary one as soon as the user confirms it. */
	readonly unconfirmed_email: string | null;
	/** An IANA name; null without one. */
	readonly time_zone: string | null;
	readonly current_sign_in_ip: string | null;
	readonly last_sign_in_ip: string | null;
	readonly sign_in_count: number;
	/** From this time on the user has to choose another password first. */
	readonly password_expires_at: string | null;
	readonly shared_runners_minutes_limit: number | null;
	readonly extra_shared_runners_minutes_limit: number | null;
	/** The group that set up the account. */
	readonly provisioned_by_group_id: number | null;
	/** The plan of a subscription. */
	readonly plan: string | null;
	readonly trial: boolean;
	readonly custom_attributes: readonly CustomAttribute[];
	readonly status: UserStatus | null;
	readonly preferences: UserPreferences;
}

/** An address that a user added beside the primary one. */
export interface SecondaryEmail {
	readonly id: number;
	readonly user_id: number;
	readonly email: string;
	readonly confirmed_at: string | null;
}

/** An account elsewhere with which a user signs in. */
export interface Identity {
	readonly id: number;
	readonly user_id: number;
	readonly provider: string;
	readonly extern_uid: string;
	/** For a group's single sign-on; null for other providers. */
	readonly saml_provider_id: number | null;
	readonly updated_at: string;
}

/** An identity that provisioning made. */
export interface ScimIdentity {
	readonly id: number;
	readonly user_id: number;
	readonly group_id: number;
	readonly extern_uid: string;
	readonly active: boolean;
}

/** A user has one at most: a new one takes the old one's place. */
export interface SupportPin {
	readonly id: number;
	readonly user_id: number;
	readonly pin: string;
	readonly expires_at: string;
}

/** An item of a user's to-do list. */
export interface Todo {
	readonly id: number;
	readonly user_id: number;
	readonly state: "pending" | "done";
}
