import type { Command } from "../../src/kernel/core/index.ts";
import {
  CLOSE_LONG,
  COMBINED,
  EXTERNAL_ACCOUNT,
  FIRST_USER_ACCOUNT,
  ISOLATED,
  MOVE_DEPOSIT,
  MOVE_TRANSFER,
  NO_PRESETS,
  OPEN_LONG,
  PLAIN_ORDER,
  SEPARATED,
  SHARED,
  TRIGGER_ON_LAST,
  TRIGGER_ON_MARK,
} from "../../src/kernel/core/index.ts";
import type { SeededRng } from "../../src/kernel/host/seededRng.ts";

const FIRST_ID = 1_000_000_000_000_000;

/** Where a tape acts. */
export interface Stage {
  readonly accounts: readonly number[];
  readonly contracts: number;
  /** A price of the contract in ticks, near which orders meet. */
  priceOf(contract: number): number;
  /** The newest id that exists, so that cancels find something. */
  newestId(): number;
}

/** A random command of a user: sensible often enough to trade, wrong often enough to be refused. */
export function randomCommand(rng: SeededRng, stage: Stage): Command {
  const account = stage.accounts[rng.below(stage.accounts.length)]!;
  const contract = rng.below(stage.contracts);
  const near = (ticks: number) => Math.max(1, stage.priceOf(contract) + rng.below(2 * ticks + 1) - ticks);
  const orNone = (ticks: number) => (rng.oneIn(3) ? near(ticks) : 0);
  const anId = () => FIRST_ID + rng.below(Math.max(1, stage.newestId() - FIRST_ID + 1));
  const flag = () => rng.oneIn(2);
  const size = 1 + rng.below(40);
  const action = OPEN_LONG + rng.below(4);
  const clientId = rng.oneIn(6) ? `c${rng.below(4)}` : "";
  const requestHash = rng.oneIn(3) ? 1 + rng.below(200) : 0;
  switch (rng.below(26)) {
    case 0:
      return {
        type: "setMode",
        account,
        contract,
        marginMode: pick(rng, SHARED, ISOLATED),
        separatedMode: pick(rng, COMBINED, SEPARATED),
      };
    case 1: {
      const leverage = 100 + rng.below(6_000);
      return {
        type: "setLeverage",
        account,
        contract,
        marginMode: pick(rng, SHARED, ISOLATED),
        switches: flag(),
        ordersFollow: flag(),
        cross: flag() ? leverage : 0,
        isolatedLong: flag() ? leverage : 0,
        isolatedShort: flag() ? leverage : 2_000,
      };
    }
    case 2:
      return {
        type: "adjustMargin",
        account,
        position: anId(),
        amount: BigInt(rng.below(2_000) - 1_000) * 10_000_000n,
      };
    case 3:
      return { type: "setAutoAppend", account, position: anId(), on: flag() };
    case 4:
      return {
        type: "moveMoney",
        movement: pick(rng, MOVE_DEPOSIT, MOVE_TRANSFER),
        from: pick(rng, EXTERNAL_ACCOUNT, FIRST_USER_ACCOUNT),
        to: account,
        amount: BigInt(rng.below(1_000)) * 100_000_000n,
      };
    case 5:
      return {
        type: "beginMovement",
        movement: MOVE_DEPOSIT,
        from: EXTERNAL_ACCOUNT,
        to: account,
        amount: 500_000_000n,
      };
    case 6:
      return { type: "settleMovement", id: anId(), complete: flag() };
    case 7:
      return { type: "cancelAll", account, contract: contract - 1, which: 1 + rng.below(3) };
    case 8:
      return { type: "closePositions", account, contract: contract - 1, position: 0, cancelAttached: flag() };
    case 9:
    case 10:
    case 11:
      return { type: "cancelOrder", account, order: anId(), plansOnly: rng.oneIn(4), clientId: "" };
    case 12:
    case 13: {
      const market = flag();
      return {
        type: "placePlan",
        ...NO_PRESETS,
        position: 0,
        account,
        contract,
        action,
        market,
        price: market ? 0 : near(20),
        size,
        triggerPrice: near(30),
        triggerSource: pick(rng, TRIGGER_ON_LAST, TRIGGER_ON_MARK),
        marginMode: 0,
        requestHash,
        clientId,
      };
    }
    case 14:
    case 15:
      return {
        type: "placeTpSl",
        account,
        contract,
        leg: rng.below(2),
        takeProfit: flag(),
        triggerPrice: near(30),
        triggerSource: pick(rng, TRIGGER_ON_LAST, TRIGGER_ON_MARK),
        price: orNone(20),
        size: flag() ? size : 0,
        endsWithLeg: false,
        priceProtect: false,
        marginMode: 0,
        position: 0,
        requestHash,
        clientId,
      };
    case 16:
      return {
        type: "modifyTpSl",
        account,
        order: anId(),
        triggerPrice: near(30),
        triggerSource: TRIGGER_ON_LAST,
        price: 0,
      };
    default: {
      const market = rng.oneIn(4);
      const opens = action < CLOSE_LONG;
      const [presetTakeProfit, presetStopLoss] = opens ? [orNone(60), orNone(60)] : [0, 0];
      return {
        ...PLAIN_ORDER,
        account,
        contract,
        action,
        timeInForce: rng.oneIn(3) ? rng.below(4) : 0,
        market,
        price: market ? 0 : near(15),
        size,
        marginMode: 0,
        separatedMode: 0,
        presetTakeProfit,
        presetStopLoss,
        presetsOnMark: (presetTakeProfit && rng.below(2)) + (presetStopLoss && 2 * rng.below(2)),
        position: !opens && rng.oneIn(6) ? anId() : 0,
        closeCapped: rng.oneIn(4),
        requestHash,
        clientId,
      };
    }
  }
}

function pick(rng: SeededRng, a: number, b: number): number {
  return rng.oneIn(2) ? a : b;
}
