import { badRequest } from "../../request/http/errors";
import type { SshKey } from "../../state/records";
import type { State } from "../../state/state";

/** Deletes a key. Throws 400 while a hold protects it. */
export function destroy(key: SshKey, state: State): void {
	if (key.hold !== null) throw badRequest(key.hold);
	state.sshKeys.delete(key.id);
}
