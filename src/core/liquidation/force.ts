import { findHolding } from "../account/ofAccount.ts";
import { CANCEL_COULD_NOT_FILL, FIRST_USER_ACCOUNT, KIND_AGREEMENT, LONG } from "../codes.ts";
import type { Command } from "../command.ts";
import { isolatedWallet } from "../margin/available.ts";
import { orderEnded } from "../order/orderEvents.ts";
import { closingActionOf } from "../order/orders.ts";
import { makeRoom } from "../order/reservations.ts";
import { settleClose } from "../position/settleClose.ts";
import { refuse } from "../refuse.ts";
import { rejections as R } from "../rejection.ts";
import type { State } from "../state.ts";
import { NONE } from "../units/units.ts";
import { deleverageAgainst } from "./deleverage.ts";
import { liquidationQueued } from "./liquidationEvents.ts";
import { hasShared } from "./standing.ts";
import { markTick, systemOrder } from "./systemOrder.ts";

type Body<T extends Command["type"]> = Extract<Command, { type: T }>;

/** `liquidate`: the whole ladder, whatever the margin. */
export function liquidate(s: State, command: Body<"liquidate">): boolean {
  const { account, position } = command;
  if (!s.accounts.has(account) || !s.accounts.rules[account].isLiquidated)
    return refuse(s, R.unknownAccount.code, account);
  if (position === 0) {
    if (!hasShared(s, account)) return refuse(s, R.nothingToClose.code, NONE);
  } else {
    const p = s.positions.byId.get(position);
    if (p === NONE || s.positions.account[p] !== account) return refuse(s, R.unknownPosition.code, position);
    if (s.positions.marginMode[p] !== 3) return refuse(s, R.positionNotIsolated.code, position);
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
    return refuse(s, R.unknownAccount.code, account);
  const contract = s.contracts[index];
  if (contract === undefined) return refuse(s, R.unknownContract.code, index);
  const holding = findHolding(s, account, index);
  const p = holding === NONE ? NONE : leg === LONG ? holdings.longHead[holding] : holdings.shortHead[holding];
  if (p === NONE) return refuse(s, R.nothingToClose.code, index);
  const most = positions.size[p];
  if (!Number.isSafeInteger(size) || size < 1 || size > most)
    return refuse(s, R.closeTooLarge.code, leg, size, most);
  makeRoom(s, holding, leg, s.positions.id[p], size);
  const before = { size: most, wallet: isolatedWallet(s, p, scratch.takerWallet) };
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
  const wallet = before.wallet.toQuanta();
  const left = deleverageAgainst(s, closer, (lots) => BigInt(lots) * perLot);
  settleClose(s, p, before.size, scratch.takerWallet.fromQuanta(wallet));
  orderEnded(s, closer, left === 0 ? 0 : CANCEL_COULD_NOT_FILL);
  return true;
}
