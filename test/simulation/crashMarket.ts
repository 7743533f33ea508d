import {
  ACCOUNT_USER,
  CLOSE_LONG,
  CLOSE_SHORT,
  COMBINED,
  EXTERNAL_ACCOUNT,
  HEDGE,
  INSURANCE_ACCOUNT,
  IOC,
  ISOLATED,
  MOVE_DEPOSIT,
  MOVE_WITHDRAW,
  NET_BUY,
  NET_SELL,
  ONE_WAY,
  OPEN_LONG,
  OPEN_SHORT,
  SEPARATED,
  SHARED,
} from "../../src/kernel/core/data/codes.ts";
import type { UncheckedCommand as Command } from "../../src/kernel/core/data/messages/command.ts";
import { riskRuleFrom } from "../../src/kernel/core/data/model/riskRules.ts";
import type { ListContract } from "../core/contracts.ts";
import { btc, eth } from "../core/contracts.ts";
import type { Executed } from "../core/driver.ts";
import { Driver, placeOrder } from "../core/driver.ts";
import { Draw } from "./draw.ts";

const UNIT = 100_000_000n;
/** Narrow tiers, so that a few positions reach all of them. */
const tiers = [
  { boundUnits: 5_000, maintenanceRate: 400_000, leverageMax: 12_500 },
  { boundUnits: 20_000, maintenanceRate: 800_000, leverageMax: 10_000 },
  { boundUnits: 100_000, maintenanceRate: 2_000_000, leverageMax: 5_000 },
  { boundUnits: 50_000_000, maintenanceRate: 5_000_000, leverageMax: 1_000 },
];
const contracts: readonly ListContract[] = [
  { ...btc, tiers, fundingCapRate: 3_000_000 },
  { ...eth, tiers, interestRate: 2_000_000, fundingClampRate: 4_000_000, fundingCapRate: 4_000_000 },
];
const START_TICKS = [600_000, 300_000];

/** Told of every command and what it led to, before the next. */
export type Watch = (venue: Driver, done: Executed) => void;

/**
 * A market of many leveraged accounts that crashes: everybody opens something with somebody, some leave
 * orders, then the index jumps about while books run dry, funding falls due, the fund is drained or filled,
 * and the operator forces events.
 *
 * The same seed makes the same market; odd ones draw the contracts' risk rules, too. In each third one every
 * other account holds one net position a contract, and tries to change that now and then.
 */
export class CrashMarket {
  readonly venue: Driver;
  private readonly draw: Draw;
  private readonly watch: Watch;
  private readonly users: number[] = [];
  /** One-way accounts, as they began. */
  private readonly nets = new Set<number>();
  private readonly hasNets: boolean;
  private readonly ticks = [...START_TICKS];

  constructor(seed: number, accounts: number, watch: Watch, venue = new Driver([])) {
    this.draw = new Draw(seed);
    this.watch = watch;
    this.venue = venue;
    this.hasNets = seed % 3 === 0;
    venue.audits = false;
    for (const contract of contracts) this.run(contract);
    if (seed % 2 === 1) for (const contract of [0, 1]) this.rule(contract, new Draw(seed + contract));
    const fund = this.draw.of([0, 50, 1_000, 20_000, 1_000_000]);
    if (fund > 0) this.move(MOVE_DEPOSIT, EXTERNAL_ACCOUNT, INSURANCE_ACCOUNT, fund);
    for (const contract of [0, 1]) this.setIndex(contract, this.ticks[contract]! * 100);
    for (let i = 0; i < accounts; i++) this.openUser(i);
    for (let i = 0; i < accounts * 2; i++) this.pair();
    for (let i = 0; i < accounts; i++) this.rest();
  }

  /** Index moves and what happens between them. */
  crash(steps: number): void {
    const { draw } = this;
    const trend = draw.of([-1, 1]);
    for (let i = 0; i < steps; i++) {
      const contract = draw.below(2);
      const permille = draw.of([2, 5, 10, 10, 20, 20, 60, 150, 300]);
      const sign = draw.below(4) === 0 ? -trend : trend;
      const factor = 1 + (sign * draw.below(permille + 1)) / 1_000;
      this.ticks[contract] = Math.max(1_000, Math.round(this.ticks[contract]! * factor));
      this.setIndex(contract, this.ticks[contract]! * 100 + draw.below(100));
      this.between();
    }
  }

  private between(): void {
    const { draw } = this;
    const account = draw.of(this.users);
    const contract = draw.below(2);
    switch (draw.below(16)) {
      case 0:
        return this.elapse(draw.of([1_000, 7_000, 60_000]));
      case 1: {
        const due = this.venue.exchange.state.contracts[contract]!.fundingDue;
        return this.elapse(due - this.venue.time + draw.of([0, 0, 30_000, 3_600_000]));
      }
      case 2:
        return this.run({ type: "forceFunding", contract, skip: draw.below(4) === 0 });
      case 3:
        return this.run({ type: "liquidate", account, position: this.isolatedOf(account) });
      case 4: {
        const leg = draw.below(2);
        return this.run({ type: "deleverage", account, contract, leg, size: 1 + draw.below(500) });
      }
      case 5: {
        const amount = draw.of([10, 1_000, 50_000]);
        return this.move(MOVE_WITHDRAW, INSURANCE_ACCOUNT, EXTERNAL_ACCOUNT, amount);
      }
      case 6:
        return this.move(MOVE_DEPOSIT, EXTERNAL_ACCOUNT, INSURANCE_ACCOUNT, draw.of([10, 10_000]));
      case 7:
        return this.move(MOVE_WITHDRAW, account, EXTERNAL_ACCOUNT, draw.of([1, 20, 300]));
      case 8:
        this.run({ type: "cancelAll", account, contract: -1, which: 3 });
        for (const positionMode of this.nets.has(account) ? [HEDGE, ONE_WAY] : [])
          this.run({ type: "setPositionMode", account, positionMode });
        return;
      case 9:
        return this.run({
          type: "closePositions",
          account,
          contract: -1,
          position: 0,
          cancelAttached: false,
        });
      case 10:
        return this.append(account);
      case 11:
      case 12:
        return this.pair();
      default:
        return this.rest();
    }
  }

  /** What a contract does otherwise than by default, but for who pays funding and gets residues. */
  private rule(contract: number, draw: Draw): void {
    const drawn = riskRuleFrom((field) => draw.below(field === "reduction" ? 3 : 2));
    this.run({
      anyway: true,
      newOnly: false,
      type: "setRiskRule",
      contract,
      ...drawn,
      fundingInFull: false,
      residualToFund: false,
    });
  }

  private openUser(i: number): void {
    const { draw } = this;
    const { id } = this.venue.accept({ type: "openAccount", kind: ACCOUNT_USER, name: `user ${i}` });
    this.users.push(id);
    if (this.hasNets && i % 2 === 0) this.nets.add(id);
    this.move(MOVE_DEPOSIT, EXTERNAL_ACCOUNT, id, draw.of([20, 200, 200, 1_000, 1_000, 10_000, 200_000]));
    for (const contract of [0, 1]) {
      const marginMode = draw.of([SHARED, ISOLATED]);
      const separatedMode = draw.below(4) === 0 && !this.nets.has(id) ? SEPARATED : COMBINED;
      const leverage = draw.of([500, 1_000, 2_500, 5_000, 10_000, 12_500]);
      this.run({ type: "setMode", account: id, contract, marginMode, separatedMode });
      this.run({
        type: "setLeverage",
        account: id,
        contract,
        marginMode,
        switches: false,
        ordersFollow: false,
        cross: leverage,
        isolatedLong: leverage,
        isolatedShort: leverage,
      });
    }
    if (this.nets.has(id)) this.run({ type: "setPositionMode", account: id, positionMode: ONE_WAY });
  }

  /** One user rests an order at the mark, another takes it; sometimes one of them closes with it. */
  private pair(): void {
    const { draw } = this;
    const contract = draw.below(2);
    const [maker, taker] = [draw.of(this.users), draw.of(this.users)];
    if (maker === taker) return;
    const price = this.markTicks(contract) + draw.below(9) - 4;
    const size = this.size(contract);
    const buys = draw.below(2) === 0;
    const action = (side: boolean): number =>
      draw.below(8) === 0 ? (side ? CLOSE_SHORT : CLOSE_LONG) : side ? OPEN_LONG : OPEN_SHORT;
    this.order({ account: maker, contract, action: action(buys), price, size });
    this.order({ account: taker, contract, action: action(!buys), price, size, timeInForce: IOC });
    if (draw.below(3) === 0) this.append(taker);
  }

  /** An order somewhere around the mark, that may be met by a liquidation. */
  private rest(): void {
    const { draw } = this;
    const contract = draw.below(2);
    const buys = draw.below(2) === 0;
    const away = draw.below(80) / 1_000;
    const price = Math.round(this.markTicks(contract) * (buys ? 1 - away : 1 + away));
    const action = draw.below(3) === 0 ? (buys ? CLOSE_SHORT : CLOSE_LONG) : buys ? OPEN_LONG : OPEN_SHORT;
    this.order({ account: draw.of(this.users), contract, action, price, size: this.size(contract) });
  }

  private append(account: number): void {
    const position = this.isolatedOf(account);
    if (position !== 0) this.run({ type: "setAutoAppend", account, position, on: this.draw.below(3) > 0 });
  }

  private isolatedOf(account: number): number {
    const all = this.venue.ask({ type: "positions", account, contract: undefined });
    return all.find((each) => each.marginMode === ISOLATED)?.position ?? 0;
  }

  /** A notional between 20 and 40 000 units at the opening prices. */
  private size(contract: number): number {
    const units = this.draw.of([20, 100, 400, 2_000, 8_000, 40_000]);
    const lots = (units * 100_000) / START_TICKS[contract]!;
    return Math.max(1, Math.floor(lots * (0.5 + this.draw.below(100) / 100)));
  }

  private markTicks(contract: number): number {
    return Math.max(1, Math.floor(this.venue.exchange.state.contracts[contract]!.markPoints / 100));
  }

  private order({ action, ...order }: Parameters<typeof placeOrder>[0]): void {
    const side = action === OPEN_LONG ? NET_BUY : action === OPEN_SHORT ? NET_SELL : action;
    this.run(
      placeOrder({ closeCapped: true, ...order, action: this.nets.has(order.account) ? side : action }),
    );
  }

  private move(movement: number, from: number, to: number, units: number): void {
    this.run({ type: "moveMoney", movement, from, to, amount: BigInt(units) * UNIT });
  }

  private setIndex(contract: number, points: number): void {
    this.run({ type: "setIndex", prices: [{ contract, points }] });
  }

  private elapse(ms: number): void {
    this.venue.time += ms;
    this.run({ type: "advanceTime" });
  }

  /** A command may well be refused: nobody knows who can still afford what. */
  private run(command: Command): void {
    this.watch(this.venue, this.venue.execute(command));
  }
}
