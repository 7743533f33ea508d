import { EXTERNAL_ACCOUNT, INVITATION_USES_MAX, INVITATIONS_MAX } from "../../data/codes.ts";
import type { Body } from "../../data/messages/command.ts";
import { rejections as R } from "../../data/messages/rejection.ts";
import { admitWhole, refuse, refuseField } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import { assert } from "../../data/units/units.ts";
import { invitationAccepted, invitationSet } from "../../events/venueEvents.ts";
import { addKey, arePermissions } from "../account/settings.ts";
import { admitInflow, admitTransfers } from "../ledger/bounds.ts";
import { openAccounts } from "../many/many.ts";

/**
 * Commands about invitations, by which users open accounts themselves. The core knows only a hash of a code.
 * Each returns false when refused.
 */

/** `setInvitation`: makes an invitation, or changes it; once no use is left, it opens no more accounts. */
export function setInvitation(s: State, command: Body<"setInvitation">): boolean {
  const { name, permissions, amount } = command;
  if (name === "") return refuseField(s, command, "name", "notEmpty");
  for (const field of ["uses", "keys"] as const)
    if (!admitWhole(s, command, field, [0, INVITATION_USES_MAX])) return false;
  if (!arePermissions(permissions)) return refuseField(s, command, "permissions", "known");
  if (amount < 0n) return refuse(s, R.amountNotPositive);
  if (!s.invitations.has(name) && s.invitations.size >= INVITATIONS_MAX)
    return refuse(s, R.venueFull, { limit: INVITATIONS_MAX });
  invitationSet(s, command);
  return true;
}

/**
 * `acceptInvitation`: opens an account. Refused with `unknownAccount` where another account took its id
 * meanwhile, and with `venueFull` where every use is taken.
 */
export function acceptInvitation(s: State, command: Body<"acceptInvitation">): boolean {
  const { invitation, name, key, account } = command;
  if (account !== s.accounts.top) return refuse(s, R.unknownAccount, { account });
  const taken = s.accounts.byName.get(name);
  if (taken !== undefined) return refuse(s, R.nameTaken, { account: taken });
  const known = s.directory.keys.get(key);
  if (known !== undefined) return refuse(s, R.keyTaken, { account: known.account });
  const terms = s.invitations.get(invitation);
  if (terms === undefined) return refuseField(s, command, "invitation", "known");
  if (name === "" || name.includes(",")) return refuseField(s, command, "name", "once");
  if (key === "") return refuseField(s, command, "key", "notEmpty");
  const { amount, uses, accounts, permissions } = terms;
  if (!admitInflow(s, amount) || !admitTransfers(s, EXTERNAL_ACCOUNT)) return false;
  if (accounts.length >= uses) return refuse(s, R.venueFull, { limit: uses });
  assert(openAccounts(s, { names: name, amount }), "a name that is free can be taken");
  const settings = { permissions, activeFrom: 0, expires: 0, label: "first", addresses: "", wireProfile: "" };
  assert(addKey(s, { ...command, ...settings }), "a new account takes a key that is free");
  invitationAccepted(s, { invitation, account });
  return true;
}
