import {
  ACCOUNT_HOUSE,
  BUY,
  CONTRACT_TRADING,
  KIND_AGREEMENT,
  OPEN_LONG,
  OPEN_SHORT,
  ORIGIN_OPENING,
} from "../../data/codes.ts";
import type { Contract } from "../../data/contract/contract.ts";
import type { ContractHouse } from "../../data/house/contractHouse.ts";
import { Draws } from "../../data/house/draws.ts";
import type { Command } from "../../data/messages/command.ts";
import { rejections as R } from "../../data/messages/rejection.ts";
import { HOUSE_CROWD, HOUSE_MAKER, houseFields, houseLimits } from "../../data/model/houseFields.ts";
import { findHolding } from "../../data/state/ofAccount.ts";
import { admitWhole, refuse, refuseField } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import { divFloor } from "../../data/units/divide.ts";
import type { AccountId, Action, OrderSlot } from "../../data/units/kinds.ts";
import type { Lots } from "../../data/units/units.ts";
import { NONE, POINTS_PER_TICK } from "../../data/units/units.ts";
import { houseSet } from "../../events/houseEvents.ts";
import { orderEnded } from "../../events/orderEvents.ts";
import { tradedByValue } from "../../events/tradeEvents.ts";
import { AS_MAKER } from "../fill/fillLimit.ts";
import { prepare } from "../fill/prepareFill.ts";
import { markTick, systemOrder } from "../liquidation/systemOrder.ts";
import { isCode } from "../order/fields.ts";
import { withdrawQuotes } from "./quotes.ts";
import { wantedSide } from "./takers.ts";
import { lotsOf } from "./wantedQuotes.ts";

/** The most accounts of one house. */
const ACCOUNTS_MAX = 1_000;

/**
 * `setHouse`: from now on these house accounts quote and trade in the contract by this rule; without accounts
 * the contract has no house, and the quotes are withdrawn. A house that acts already goes on from the present
 * market, with new random numbers.
 */
export function setHouse(s: State, command: Omit<Extract<Command, { type: "setHouse" }>, "type">): boolean {
  const { contract, accounts } = command;
  for (const { account } of accounts) {
    if (!s.accounts.has(account) || s.accounts.kind[account] !== ACCOUNT_HOUSE)
      return refuse(s, R.unknownAccount, { account });
  }
  if (s.contracts[contract] === undefined) return refuse(s, R.unknownContract, { contract });
  for (const name of Object.keys(houseFields) as (keyof typeof houseFields)[])
    if (accounts.length > 0 && !admitWhole(s, command, name, houseLimits[name])) return false;
  for (const row of accounts) {
    if (!isCode(row.role, HOUSE_MAKER, HOUSE_CROWD)) return refuseField(s, row, "role", "known");
    if (!admitWhole(s, row, "units")) return false;
  }
  if (accounts.length > 0 && !accounts.some(({ role }) => role === HOUSE_MAKER))
    return refuseField(s, command, "accounts", "maker");
  if (accounts.length > ACCOUNTS_MAX) return refuse(s, R.venueFull, { limit: ACCOUNTS_MAX });
  const before = s.house.get(contract);
  if (before !== undefined) withdrawQuotes(s, before);
  houseSet(s, command);
  const after = s.house.get(contract);
  if (after !== undefined) openCrowd(s, after, s.contracts[contract]);
  s.outcomeId = contract;
  return true;
}

/** A member begins with 90 to 99 hundredths of what its margin carries. */
const BEGUN_LEAST = 90;
const BEGUN_SPREAD = 10;

/**
 * Gives the crowd its first positions, as if it had traded before the venue began: of each two members that
 * want opposite sides and hold nothing, one opens a long and the other a short of the same size, as large as
 * in the middle of a day, at the mark and settled by value. So at every leverage as much begins long as
 * short. It makes no price and no volume, only open interest. Where the contract does not trade, nothing is
 * opened.
 */
function openCrowd(s: State, house: ContractHouse, contract: Contract): void {
  if (contract.markPoints === 0 || contract.status !== CONTRACT_TRADING) return;
  const { crowd, seed } = house;
  const price = markTick(contract.markPoints);
  const draws = new Draws().of(seed, house.acts);
  for (let k = 0; k + 1 < crowd.length; k += 2) {
    const share = BEGUN_LEAST + draws.below(BEGUN_SPREAD);
    const [one, other] = [crowd[k]!, crowd[k + 1]!];
    if (holdsAny(s, contract, one.account) || holdsAny(s, contract, other.account)) continue;
    const most = lotsOf(contract, Math.min(one.units, other.units), price);
    const lots = divFloor(most * share, 100);
    if (lots === 0) continue;
    const isLong = wantedSide(seed, k, crowd.length, s.time) === BUY;
    const [long, short] = isLong ? [one, other] : [other, one];
    openBoth(s, contract, long.account, short.account, lots);
  }
}

function holdsAny(s: State, contract: Contract, account: AccountId): boolean {
  const holding = findHolding(s, account, contract.index);
  const { longSize, shortSize } = s.holdings;
  return holding !== NONE && longSize[holding] + shortSize[holding] > 0;
}

/** One member opens a long, the other a short of the same size, at the mark. */
function openBoth(s: State, contract: Contract, long: AccountId, short: AccountId, lots: Lots): void {
  const price = markTick(contract.markPoints);
  const side = (account: AccountId, action: Action): OrderSlot => {
    const slot = systemOrder(s, {
      kind: KIND_AGREEMENT,
      account,
      contract: contract.index,
      action,
      lots,
      price,
      position: NONE,
    });
    prepare(s, slot, lots, price, AS_MAKER);
    return slot;
  };
  const maker = side(short, OPEN_SHORT);
  const taker = side(long, OPEN_LONG);
  const value = s.scratch.amount.setProduct(lots, price * POINTS_PER_TICK * contract.quantaPerPointLot);
  tradedByValue(s, maker, taker, lots, value, ORIGIN_OPENING);
  for (const slot of [maker, taker]) orderEnded(s, slot, 0);
}
