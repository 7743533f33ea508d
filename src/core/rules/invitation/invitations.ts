import { EXTERNAL_ACCOUNT, INVITATION_USES_MAX, INVITATIONS_MAX } from "../../data/codes.ts";
import { offsetsOf } from "../../data/encoding/layout.ts";
import type { Body } from "../../data/messages/command.ts";
import { commandLayouts } from "../../data/messages/command.ts";
import { rejections as R } from "../../data/messages/rejection.ts";
import { refuse, refuseField } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import { assert } from "../../data/units/units.ts";
import { invitationAccepted, invitationSet } from "../../events/invitationEvents.ts";
import { addKey, arePermissions } from "../account/settings.ts";
import { admitInflow, admitTransfers } from "../ledger/bounds.ts";
import { openAccounts } from "../many/many.ts";

/** Commands about invitations, by which users open accounts themselves. Of a code the core knows a hash only. Each returns false when refused. */

/** `setInvitation`: makes one, or changes it; with no use left nobody comes by it any more. */
export function setInvitation(s: State, command: Body<"setInvitation">): boolean {
  const { name, uses, keys, permissions, amount } = command;
  const offsets = offsetsOf(commandLayouts.setInvitation);
  if (name === "") return refuse(s, R.invalidValue, { field: 0, value: 0 });
  for (const [field, value] of [
    [offsets.uses, uses],
    [offsets.keys, keys],
  ] as const)
    if (!Number.isInteger(value) || value < 0 || value > INVITATION_USES_MAX)
      return refuse(s, R.invalidValue, { field, value });
  if (!arePermissions(permissions)) return refuseField(s, offsets, command, "permissions");
  if (amount < 0n) return refuse(s, R.amountNotPositive);
  if (!s.invitations.has(name) && s.invitations.size >= INVITATIONS_MAX)
    return refuse(s, R.venueFull, { limit: INVITATIONS_MAX });
  invitationSet(s, command);
  return true;
}

/** `acceptInvitation`: refused with `unknownAccount` where another account was opened meanwhile, and with `venueFull` where every use is taken. */
export function acceptInvitation(s: State, command: Body<"acceptInvitation">): boolean {
  const { invitation, name, key, account } = command;
  if (account !== s.accounts.top) return refuse(s, R.unknownAccount, { account });
  const taken = s.accounts.byName.get(name);
  if (taken !== undefined) return refuse(s, R.nameTaken, { account: taken });
  const known = s.directory.keys.get(key);
  if (known !== undefined) return refuse(s, R.keyTaken, { account: known.account });
  const terms = s.invitations.get(invitation);
  if (terms === undefined || name === "" || name.includes(",") || key === "")
    return refuse(s, R.invalidValue, { field: 0, value: 0 });
  const { amount, uses, accounts, permissions } = terms;
  if (!admitInflow(s, amount) || !admitTransfers(s, EXTERNAL_ACCOUNT)) return false;
  if (accounts.length >= uses) return refuse(s, R.venueFull, { limit: uses });
  assert(openAccounts(s, { names: name, amount }), "a name that is free can be taken");
  const settings = { permissions, activeFrom: 0, expires: 0, label: "first", addresses: "", wireProfile: "" };
  assert(addKey(s, { ...command, ...settings }), "a new account takes a key that is free");
  invitationAccepted(s, { invitation, account });
  return true;
}
