import { encode } from "../data/encoding/layout.ts";
import type { Recorded } from "../data/messages/event.ts";
import { eventLayouts } from "../data/messages/event.ts";
import type { State } from "../data/state/state.ts";
import { accountId } from "../data/units/kinds.ts";

/** An invitation is made, or is another from now on; those who came by it stay. */
export function invitationSet(s: State, event: Recorded<"invitationSet">): void {
  const { name, codeHash, uses, keys, permissions, until, amount } = event;
  const accounts = s.invitations.get(name)?.accounts ?? [];
  s.invitations.set(name, { name, codeHash, uses, keys, permissions, until, amount, accounts });
  encode(eventLayouts.invitationSet, event, s.events, s.index);
}

/** One more account came by an invitation. */
export function invitationAccepted(s: State, event: Recorded<"invitationAccepted">): void {
  const known = s.invitations.get(event.invitation)!;
  s.invitations.set(known.name, { ...known, accounts: [...known.accounts, accountId(event.account)] });
  encode(eventLayouts.invitationAccepted, event, s.events, s.index);
}
