import { COMBINED, ISOLATED, LONG, SHARED } from "../../data/codes.ts";
import { frozenBy, frozenIn } from "../../data/margin/netMargin.ts";
import type {
  AccountSummary,
  AccountView,
  EntryView,
  HoldingView,
  KeyView,
  MovementView,
  OperatorView,
  ReferencedAction,
  ReferralView,
} from "../../data/messages/query.ts";
import { viewAccount } from "../../data/model/generated/accountColumns.ts";
import { viewHolding } from "../../data/model/generated/holdingColumns.ts";
import { isOneWay } from "../../data/net/resolve.ts";
import { rebateDue } from "../../data/referral/due.ts";
import { findHolding } from "../../data/state/ofAccount.ts";
import type { State } from "../../data/state/state.ts";
import type { AccountId, ContractIndex } from "../../data/units/kinds.ts";
import { NONE } from "../../data/units/units.ts";
import { entryImage } from "./images.ts";

/** Every account, system accounts included, by id. */
export function accounts(s: State): readonly AccountSummary[] {
  const { accounts } = s;
  const rows: AccountSummary[] = [];
  for (const account of accounts.ids()) {
    rows.push({
      account,
      name: accounts.names[account],
      kind: accounts.kind[account],
      status: accounts.status[account],
    });
  }
  return rows;
}

/** An account with its settings in every contract and its collateral entries. */
export function account(s: State, query: { readonly account: AccountId }): AccountView | undefined {
  const { accounts } = s;
  const id = query.account;
  if (!accounts.has(id)) return undefined;
  return {
    account: id,
    name: accounts.names[id],
    ...viewAccount(accounts, id),
    fee: accounts.fees[id],
    holdings: s.contracts.map((contract) => holdingView(s, id, contract.index)),
    entries: entriesOf(s, id),
  };
}

/** API keys in the order they were added. */
export function keys(s: State): readonly KeyView[] {
  return Array.from(s.directory.keys.values(), (key) => ({
    key: key.key,
    account: key.account,
    permissions: key.permissions,
    activeFrom: key.activeFrom,
    expires: key.expires,
    disabled: key.disabled,
    sealedSecret: key.sealedSecret,
    passphraseHash: key.passphraseHash,
    label: key.label,
    addresses: key.addresses,
    wireProfile: key.wireProfile,
    before: key.before,
  }));
}

/** Who operates the venue, in the order they were added. */
export function operators(s: State): readonly OperatorView[] {
  return [...s.operators.values()];
}

export function reference(s: State, query: { readonly reference: string }): ReferencedAction | undefined {
  return s.references.find(query.reference);
}

/** Movements announced and not yet settled, oldest first. */
export function pendingMovements(s: State): readonly MovementView[] {
  return [...s.movements.values()];
}

function holdingView(s: State, account: AccountId, contract: ContractIndex): HoldingView {
  const { holdings } = s;
  const holding = findHolding(s, account, contract);
  if (holding === NONE) {
    const leverage = s.contracts[contract].terms.leverageDefault;
    return {
      contract,
      marginMode: SHARED,
      separatedMode: COMBINED,
      cross: leverage,
      isolatedLong: leverage,
      isolatedShort: leverage,
      countdownDue: 0,
      countdownWhich: 0,
      fee: undefined,
      frozen: 0n,
      longFrozen: 0n,
    };
  }
  return {
    ...viewHolding(holdings, holding),
    fee: holdings.fees[holdings.rowOf(holding)],
    frozen: frozenIn(s, holding, s.scratch.frozen).toQuanta(),
    longFrozen: isOneWay(s, account) ? 0n : frozenBy(s, holding, LONG, s.scratch.frozen.clear()).toQuanta(),
  };
}

/**
 * The shared entry, then the isolated ones: the account's positions are linked by opening, so their ids
 * ascend.
 */
function entriesOf(s: State, account: AccountId): readonly EntryView[] {
  const { accounts, positions } = s;
  const views = [entryImage(s, accounts.entry[account])];
  for (let p = accounts.positionHead[account]; p !== NONE; p = positions.accountNext[p]) {
    if (positions.marginMode[p] === ISOLATED) views.push(entryImage(s, positions.entry[p]));
  }
  return views;
}

/** The users that an agent brought, or all that any agent brought, by id. */
export function referrals(
  s: State,
  { agent }: { readonly agent: AccountId | undefined },
): readonly ReferralView[] {
  const { accounts } = s;
  const rows: ReferralView[] = [];
  for (const account of accounts.ids()) {
    const by = accounts.agent[account];
    if (by === 0 || (agent !== undefined && by !== agent)) continue;
    const { fees, amount } = rebateDue(s, account);
    rows.push({
      account,
      name: accounts.names[account],
      agent: by,
      rebateRate: accounts.rebateRate[account],
      referredTime: accounts.referredTime[account],
      createdTime: accounts.createdTime[account],
      fees,
      due: amount,
    });
  }
  return rows;
}
