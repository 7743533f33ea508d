import { CANCEL_COULD_NOT_FILL, FIRST_USER_ACCOUNT, ISOLATED, KIND_AGREEMENT, LONG } from "../data/codes.ts";
import { isolatedWallet } from "../data/margin/available.ts";
import type { Body } from "../data/messages/command.ts";
import { rejections as R } from "../data/messages/rejection.ts";
import { findHolding } from "../data/state/ofAccount.ts";
import { refuse } from "../data/state/refuse.ts";
import type { State } from "../data/state/state.ts";
import { closingActionOf } from "../data/tables/orders.ts";
import { NONE } from "../data/units/units.ts";
import { liquidationQueued } from "../events/liquidationEvents.ts";
import { hasShared } from "../events/marginHealth.ts";
import { orderEnded } from "../events/orderEvents.ts";
import { makeRoom } from "../rules/fill/reservations.ts";
import { markTick, systemOrder } from "../rules/liquidation/systemOrder.ts";
import { settleClose } from "../rules/position/settleClose.ts";
import { deleverageAgainst } from "./deleverage.ts";

/** `liquidate`: the whole ladder, whatever the margin. */
export function liquidate(s: State, command: Body<"liquidate">): boolean {
  const { account, position } = command;
  if (!s.accounts.has(account) || !s.accounts.rules[account].isLiquidated)
    return refuse(s, R.unknownAccount, { account });
  if (position === 0) {
    if (!hasShared(s, account)) return refuse(s, R.nothingToClose, { contract: NONE });
  } else {
    const p = s.positions.byId.get(position);
    if (p === NONE || s.positions.account[p] !== account) return refuse(s, R.unknownPosition, { position });
    if (s.positions.marginMode[p] !== ISOLATED) return refuse(s, R.positionNotIsolated, { position });
  }
  s.outcomeId = account;
  liquidationQueued(s, { account, position, forced: true });
  return true;
}

/** `deleverage`: closes part of an account's leg at mark against the best-ranked counterparties. */
export function deleverage(s: State, command: Body<"deleverage">): boolean {
  const { account, contract: index, leg, size } = command;
  const { holdings, positions, scratch } = s;
  if (!s.accounts.has(account) || account < FIRST_USER_ACCOUNT || !s.accounts.rules[account].facesOthers)
    return refuse(s, R.unknownAccount, { account });
  const contract = s.contracts[index];
  if (contract === undefined) return refuse(s, R.unknownContract, { contract: index });
  const holding = findHolding(s, account, index);
  const p = holding === NONE ? NONE : leg === LONG ? holdings.longHead[holding] : holdings.shortHead[holding];
  if (p === NONE) return refuse(s, R.nothingToClose, { contract: index });
  const most = positions.size[p];
  if (!Number.isSafeInteger(size) || size < 1 || size > most)
    return refuse(s, R.closeTooLarge, { leg, size, closable: most });
  makeRoom(s, holding, leg, s.positions.id[p], size);
  // The order made below is the taker of every fill, and the fills overwrite the scratch amount of a taker.
  const walletBefore = isolatedWallet(s, p, scratch.takerWallet).toQuanta();
  const closer = systemOrder(s, {
    kind: KIND_AGREEMENT,
    account,
    contract: index,
    action: closingActionOf(leg),
    lots: size,
    price: markTick(contract.markPoints),
    position: p,
  });
  s.outcomeId = s.orders.id[closer];
  const perLot = BigInt(contract.markPoints) * BigInt(contract.quantaPerPointLot);
  const left = deleverageAgainst(s, closer, (lots) => BigInt(lots) * perLot);
  settleClose(s, p, most, scratch.takerWallet.fromQuanta(walletBefore));
  orderEnded(s, closer, left === 0 ? 0 : CANCEL_COULD_NOT_FILL);
  return true;
}
