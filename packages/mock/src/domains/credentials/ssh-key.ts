import { badRequest } from "../../request/http/errors";
import type { SshKey } from "../../state/records";
import type { State } from "../../state/state";

/** Takes a key away for good. Throws 400 while something holds it. */
export function destroy(key: SshKey, state: State): void {
	if (key.hold !== null) throw badRequest(key.hold);
	state.sshKeys.delete(key.id);
}
