import { SpamRefusal } from "../domains/spam/check-spam";
import { ApiError } from "../request/http/errors";
import type { User } from "../state/records";
import type { GraphqlContext } from "./context";
import { noPermission, refusal, sentences } from "./errors";

/** The context of a caller who can run mutations. */
export type MutationContext = GraphqlContext & { readonly user: User };

interface Input {
	readonly clientMutationId?: string | null;
}

const tooMany = "This endpoint has been requested too many times. Try again later.";

/**
 * Returns the resolver of a mutation. The work runs in a transaction: if it throws, its writes are undone. A REST error
 * of 401, 403 or 404 makes the field null, with one fixed error. Other REST errors are in the payload's `errors`, next
 * to the fields that `refused` returns.
 */
export function mutation<Arguments extends Input, Payload extends object>(
	work: (input: Arguments, context: MutationContext) => Payload,
	refused?: (input: Arguments, context: MutationContext) => Payload,
): (
	parent: unknown,
	args: { readonly input: Arguments },
	context: GraphqlContext,
) => Payload & { errors: string[]; clientMutationId: string | null } {
	return (_parent, { input }, context) => {
		const { user } = context.actor;
		if (!user || !context.writes) throw noPermission();
		const own: MutationContext = { ...context, user };
		const clientMutationId = input.clientMutationId ?? null;
		try {
			return { errors: [], ...context.state.transaction(() => work(input, own), context.changes), clientMutationId };
		} catch (error) {
			if (error instanceof SpamRefusal) {
				// The writes were undone, so the refusal is recorded after them.
				const { message, extensions } = error.log();
				throw refusal(message, extensions);
			}
			if (!(error instanceof ApiError)) throw error;
			if ([401, 403, 404].includes(error.status)) throw noPermission();
			if (error.status === 429) throw refusal(tooMany);
			// Without `refused`, the payload's own fields are missing, and therefore null.
			const shown = refused?.(input, own) ?? ({} as Payload);
			return { ...shown, errors: sentences(error), clientMutationId };
		}
	};
}
