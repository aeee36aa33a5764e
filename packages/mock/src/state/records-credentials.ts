/** What the credentials domain keeps, beside the tokens. */

/** A user that a top-level group looks after: a person of its own, or a service account that it set up. */
export interface EnterpriseUser {
	readonly id: number;
	readonly user_id: number;
	readonly group_id: number;
	readonly kind: "enterprise_user" | "service_account";
}

/** A user's SSH key. */
export interface SshKey {
	readonly id: number;
	readonly title: string;
	/** The key itself, which no answer shows. */
	readonly key: string;
	/** Who added it. */
	readonly user_id: number;
	readonly usage_type: "auth" | "signing" | "auth_and_signing";
	/** It opens a project instead of an account. */
	readonly deploy: boolean;
	readonly created_at: string;
	readonly updated_at: string;
	/** A time, unlike the date of a token. */
	readonly expires_at: string | null;
	readonly last_used_at: string | null;
	/** The top-level group whose owners look after it; null for none, and for every deploy key. */
	readonly managed_by_group_id: number | null;
	/** Why it cannot be deleted for now, in the words of the refusal; null for nothing. */
	readonly hold: string | null;
}
