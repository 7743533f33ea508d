import {
  ACCOUNT_HOUSE,
  BUY,
  CANCEL_COULD_NOT_FILL,
  CLOSE_LONG,
  CLOSE_SHORT,
  EXTERNAL_ACCOUNT,
  KIND_AGREEMENT,
  MOVE_DEPOSIT,
  OPEN_LONG,
  OPEN_SHORT,
  RESTS_IN_BOOK,
  RESTS_NOWHERE,
} from "../../data/codes.ts";
import { available } from "../../data/margin/available.ts";
import { findHolding } from "../../data/state/ofAccount.ts";
import type { State } from "../../data/state/state.ts";
import type { AccountId, OrderSlot } from "../../data/units/kinds.ts";
import { accountId } from "../../data/units/kinds.ts";
import { QUANTA_PER_UNIT } from "../../data/units/money.ts";
import type { Lots, Ticks } from "../../data/units/units.ts";
import { NONE } from "../../data/units/units.ts";
import { accountOpened } from "../../events/accountEvents.ts";
import { orderSetAside, tradedAside } from "../../events/directiveEvents.ts";
import { orderEnded } from "../../events/orderEvents.ts";
import { admitInflow } from "../ledger/bounds.ts";
import { moveMoney } from "../ledger/movements.ts";
import { markTick, systemOrder } from "../liquidation/systemOrder.ts";
import { admitPrice, admitTrading } from "./admit.ts";
import { trade } from "./match.ts";

/**
 * The house account on the other side of forced fills. It is opened with the first one, and is paid {@link
 * FUNDS_UNITS} whenever less than half of that is available.
 */
const DIRECTIVES_HOUSE = "directives";
const FUNDS_UNITS = 1_000_000_000;
const FUNDS = BigInt(FUNDS_UNITS) * BigInt(QUANTA_PER_UNIT);

/** The outcome of a forced fill. */
export interface ForcedFill {
  /** The code of the refusal that kept it from happening, 0 where it happened. */
  readonly unmet: number;
  /** Why the order must end; 0: it need not. */
  readonly reason: number;
}

/**
 * Fills an order with the house, at one price and beside the book. The contract must trade, and the price be
 * inside the band for both sides; otherwise nothing changes. Margin, fees and bills are those of every
 * trade. A resting order leaves the book and fills as maker at its own price; one on its way fills as taker,
 * at `price` (0: its limit, or at market the mark), and never worse than its limit.
 *
 * @param lots how many at most; 0: all that remain of it
 */
export function forceFill(
  s: State,
  slot: OrderSlot,
  { lots, price }: { readonly lots: Lots; readonly price: Ticks },
): ForcedFill {
  const { orders } = s;
  const isMaker = orders.restsWhere[slot] !== RESTS_NOWHERE;
  const wanted = lots === 0 ? orders.remaining[slot] : Math.min(lots, orders.remaining[slot]);
  const house = houseOrder(s, slot, wanted, isMaker ? orders.price[slot] : takerPrice(s, slot, price));
  if (house === NONE) return { unmet: s.refusal.code, reason: 0 };
  if (orders.restsWhere[slot] === RESTS_IN_BOOK) orderSetAside(s, slot);
  const [forced, ofHouse] = [orders.id[slot], orders.id[house]];
  const isLive = () => orders.byId.get(ofHouse) === house;
  let reason = 0;
  while (reason === 0 && isLive() && orders.remaining[house] > 0 && orders.byId.get(forced) === slot)
    reason = isMaker ? trade(s, slot, house, tradedAside) : trade(s, house, slot, tradedAside);
  if (isLive()) orderEnded(s, house, orders.remaining[house] === 0 ? 0 : CANCEL_COULD_NOT_FILL);
  return { unmet: 0, reason: isMaker ? 0 : reason };
}

function takerPrice(s: State, slot: OrderSlot, asked: Ticks): Ticks {
  const { orders } = s;
  const limit = orders.price[slot];
  const isMarket = orders.market[slot] === 1;
  const price = asked || (isMarket ? markTick(s.contracts[orders.contract[slot]].markPoints) : limit);
  return orders.side[slot] === BUY ? Math.min(price, limit) : Math.max(price, limit);
}

/**
 * The house's order for `lots` at `price`, or NONE with the refusal noted: it closes if the other leg covers
 * it whole, else opens.
 */
function houseOrder(s: State, slot: OrderSlot, lots: Lots, price: Ticks): OrderSlot {
  const { orders, holdings, positions } = s;
  const contract = s.contracts[orders.contract[slot]];
  const isBuy = orders.side[slot] !== BUY;
  const opens = isBuy ? OPEN_LONG : OPEN_SHORT;
  for (const action of [orders.action[slot], opens])
    if (!admitTrading(s, contract, action) || !admitPrice(s, contract, action, price)) return NONE;
  const account = fundedHouse(s);
  if (account === 0) return NONE;
  const holding = findHolding(s, account, contract.index);
  const other = holding === NONE ? NONE : isBuy ? holdings.shortHead[holding] : holdings.longHead[holding];
  const closes = other !== NONE && positions.size[other] >= lots;
  const action = closes ? (isBuy ? CLOSE_SHORT : CLOSE_LONG) : opens;
  const position = closes ? other : NONE;
  return systemOrder(s, {
    kind: KIND_AGREEMENT,
    account,
    contract: contract.index,
    action,
    lots,
    price,
    position,
  });
}

/** The house account of directives, with money to trade; 0 with the refusal noted where it can have none. */
function fundedHouse(s: State): AccountId {
  const { accounts, scratch } = s;
  let name = DIRECTIVES_HOUSE;
  let known = accounts.byName.get(name);
  for (let n = 2; known !== undefined && accounts.kind[known] !== ACCOUNT_HOUSE; n++) {
    name = `${DIRECTIVES_HOUSE}-${n}`; // the name is somebody else's
    known = accounts.byName.get(name);
  }
  if (known !== undefined && available(s, known, scratch.available).hi >= FUNDS_UNITS / 2) return known;
  if (!admitInflow(s, FUNDS)) return 0;
  const account = known ?? accountId(accounts.top);
  if (known === undefined) accountOpened(s, { account, kind: ACCOUNT_HOUSE, name });
  const { outcomeId } = s;
  moveMoney(s, { movement: MOVE_DEPOSIT, from: EXTERNAL_ACCOUNT, to: account, amount: FUNDS });
  s.outcomeId = outcomeId;
  return account;
}
