import { NOTICES_MAX } from "../data/codes.ts";
import { encode } from "../data/encoding/layout.ts";
import type { Recorded } from "../data/messages/event.ts";
import { eventLayouts } from "../data/messages/event.ts";
import { writeCommandRejected } from "../data/model/generated/eventRecords.ts";
import type { State } from "../data/state/state.ts";
import type { AccountId } from "../data/units/kinds.ts";
import { accountId } from "../data/units/kinds.ts";

/** The venue that keeps this journal got its name and seed. */
export function venueOpened(s: State, event: Recorded<"venueOpened">): void {
  s.venueName = event.name;
  s.venueSeed = event.seed;
  s.sealedSeed = event.sealedSeed;
  encode(eventLayouts.venueOpened, event, s.events, s.index);
}

/** Writes the noted refusal as the command's answer. */
export function commandRejected(s: State, command: number, account: AccountId): void {
  const { code, d0, d1, d2, d3, d4 } = s.refusal;
  writeCommandRejected(s.events, s.index, { command, account, code, d0, d1, d2, d3, d4 });
  s.rejected = true;
  s.outcomeId = 0;
}

/** The functions that change who operates the venue, and which of their actions are remembered. */

export function operatorAdded(s: State, event: Recorded<"operatorAdded">): void {
  const { name, role, tokenHash, time } = event;
  s.operators.set(name, { name, role, tokenHash, addedTime: time, tokenTime: time });
  encode(eventLayouts.operatorAdded, event, s.events, s.index);
}

export function operatorRotated(s: State, event: Recorded<"operatorRotated">): void {
  const { name, tokenHash, time } = event;
  s.operators.set(name, { ...s.operators.get(name)!, tokenHash, tokenTime: time });
  encode(eventLayouts.operatorRotated, event, s.events, s.index);
}

export function operatorRemoved(s: State, event: Recorded<"operatorRemoved">): void {
  s.operators.delete(event.name);
  encode(eventLayouts.operatorRemoved, event, s.events, s.index);
}

/** A step of an action with a reference was taken. */
export function stepTaken(s: State, event: Recorded<"stepTaken">): void {
  s.references.take(event);
  encode(eventLayouts.stepTaken, event, s.events, s.index);
}

/** The answer to an action with a reference is known. */
export function answerKept(s: State, event: Recorded<"answerKept">): void {
  s.references.keep(event);
  encode(eventLayouts.answerKept, event, s.events, s.index);
}

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

/** A contest is defined, or another way than before; without a definition it is none. */
export function contestSet(s: State, event: Recorded<"contestSet">): void {
  if (event.definition === "") s.contests.delete(event.name);
  else s.contests.set(event.name, event.definition);
  encode(eventLayouts.contestSet, event, s.events, s.index);
}

/** Users are told something; the oldest notice makes room for it. */
export function noticeSent(s: State, event: Recorded<"noticeSent">): void {
  const { notice, time, text, accounts } = event;
  s.notices.push({ notice, time, text, accounts });
  if (s.notices.length > NOTICES_MAX) s.notices.shift();
  encode(eventLayouts.noticeSent, event, s.events, s.index);
}
