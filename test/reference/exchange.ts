import { isDeepStrictEqual } from "node:util";
import {
  adjustMargin,
  advance,
  begin,
  cancelAll,
  move,
  setAutoAppend,
  setCountdown,
  setIndex,
  setLeverage,
  setMarginCall,
  setMode,
  setPositionMode,
  setSettings,
  setStatus,
  settle,
} from "./administration.ts";
import { amend } from "./amending.ts";
import { delist } from "./delisting.ts";
import { rateOf, turn } from "./funding.ts";
import type { Happening, StateRecord } from "./happening.ts";
import { carriedByAll, deleverage, judge, liquidate } from "./liquidation.ts";
import { mirror } from "./mirroring.ts";
import { cancel, ended } from "./orders.ts";
import { closeAll, modify, ownOrder, place, placePlan, placeTpSl, placeTrailing } from "./placing.ts";
import { followSource, report, setMarkRule } from "./prices.ts";
import { finishesAt } from "./rules.ts";
import { stateRecords } from "./stateRecords.ts";
import { runStep, stepWaits } from "./steps.ts";
import type { CommandOf, TapeCommand } from "./tape.ts";
import { DEFAULT_RISK, DEFAULT_SETTINGS } from "./tape.ts";
import { newEntry, Refused, Venue } from "./venue.ts";

/** Internal steps that one command may run. */
const STEPS_MAX = 1024;

/**
 * A slow, obvious exchange: the rules of docs/reference written down a second time, with lists instead of
 * indexes and bigints instead of doubles. It imports nothing from the product; agreeing with it is what
 * proves the core.
 */
export class ReferenceExchange {
  readonly venue = new Venue();

  constructor() {
    for (const name of ["external", "fees", "insurance fund"]) this.openAccount({ type: "account", name });
  }

  /** What the last command caused, in order. */
  get happenings(): readonly Happening[] {
    return this.venue.happenings;
  }

  /** Everything as it stands. */
  stateRecords(): StateRecord[] {
    return stateRecords(this.venue);
  }

  /** Executes one command at a market time. Returns "ok", or the name of the refusal. */
  execute(time: number, command: TapeCommand): string {
    const v = this.venue;
    v.happenings = [];
    v.notes = [];
    v.commands++;
    if (time > v.time) advance(v, time);
    judge(v);
    let steps = STEPS_MAX;
    for (; steps > 0 && stepWaits(v); steps--) runStep(v);
    let outcome = "ok";
    try {
      if (stepWaits(v) && command.type !== "time" && command.type !== "proceed")
        throw new Refused("workPending");
      this.run(command);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      outcome = error.message;
    }
    judge(v);
    for (; steps > 0 && stepWaits(v); steps--) runStep(v);
    return outcome;
  }

  private run(command: TapeCommand): void {
    const v = this.venue;
    switch (command.type) {
      case "list":
        return this.list(command);
      case "change": {
        const contract = v.contract(command.contract);
        const before = contract.specification;
        const next = { ...before, ...command.terms };
        if (isDeepStrictEqual(next, before)) return; // terms that are in force change nothing
        carriedByAll(v, contract, command.anyway, () => {
          contract.specification = next;
          return () => {
            contract.specification = before;
          };
        });
        contract.fundingDue = finishesAt(contract.specification, v.time);
        return;
      }
      case "delist":
        return delist(v, command);
      case "status":
        return setStatus(v, command);
      case "account":
        return this.openAccount(command);
      case "settings":
        return setSettings(v, command);
      case "symbol fee":
        v.account(command.account);
        v.contract(command.contract);
        v.touch(command.account, command.contract).fee = command.fee;
        return;
      case "move":
        return move(v, command);
      case "begin":
        return begin(v, command);
      case "settle":
        return settle(v, command);
      case "leverage":
        return setLeverage(v, command);
      case "mode":
        return setMode(v, command);
      case "position mode":
        return setPositionMode(v, command);
      case "margin call":
        return setMarginCall(v, command);
      case "margin":
        return adjustMargin(v, command);
      case "place":
        return place(v, command);
      case "plan":
        return placePlan(v, command);
      case "tpsl":
        return placeTpSl(v, command);
      case "trailing":
        return placeTrailing(v, command);
      case "modify":
        return modify(v, command);
      case "amend":
        return amend(v, command);
      case "cancel": {
        v.account(command.account);
        const order = ownOrder(v, command.account, command.order);
        const isPlan = order.kind !== "normal" && order.kind !== "close position";
        if (command.plansOnly === true && !isPlan) throw new Refused("orderNotPlan");
        return cancel(v, order);
      }
      case "cancel client": {
        v.account(command.account);
        const { account, clientId } = command;
        const order = v.orders.find((each) => each.account === account && each.clientId === clientId);
        if (order === undefined) throw new Refused("orderNotFound");
        return cancel(v, order);
      }
      case "cancel all":
        return cancelAll(v, command);
      case "countdown":
        return setCountdown(v, command);
      case "close all":
        return closeAll(v, command);
      case "admin cancel": {
        const order = v.orders.find((each) => each.id === command.order);
        if (order === undefined) throw new Refused("orderNotFound");
        return ended(v, order, "admin");
      }
      case "mirror":
        return mirror(v, command);
      case "index":
        return setIndex(v, command);
      case "report":
        return report(v, command);
      case "follow":
        return followSource(v, command);
      case "mark rule":
        return setMarkRule(v, command);
      case "risk rule": {
        const contract = v.contract(command.contract);
        const before = contract.riskRule;
        const holders = v.touched.filter((each) => each.contract === contract.index);
        const kept = holders.map((each) => each.kept);
        carriedByAll(v, contract, command.anyway !== false || command.newOnly === true, () => {
          for (const each of holders) {
            const holds = v.positions.some(
              ({ account, contract: of }) => account === each.account && of === contract.index,
            );
            if (command.newOnly !== true) each.kept = undefined;
            else if (holds) each.kept ??= before;
          }
          contract.riskRule = command.rule;
          return () => {
            contract.riskRule = before;
            for (const [i, each] of holders.entries()) each.kept = kept[i];
          };
        });
        return;
      }
      case "fund rule": {
        const { floor, notionalMax } = command;
        if (floor < 0n || notionalMax < 0n) throw new Refused("invalidValue");
        v.fundRule = { floor, notionalMax };
        return;
      }
      case "auto append":
        return setAutoAppend(v, command);
      case "funding": {
        const contract = v.contract(command.contract);
        return turn(v, contract, command.skip, contract.fundingDue);
      }
      case "liquidate":
        return liquidate(v, command);
      case "deleverage":
        return deleverage(v, command);
      case "time":
      case "proceed":
        return;
    }
  }

  private list({ specification }: CommandOf<"list">): void {
    const { contracts } = this.venue;
    contracts.push({
      index: contracts.length,
      specification,
      status: "trading",
      indexPoints: 0n,
      markPoints: 0n,
      lastPrice: 0,
      samples: [],
      markRule: {
        method: "mean",
        window: 30n,
        boundRate: 500_000n,
        impactUnits: 2n * BigInt(specification.leverageMax),
      },
      exponential: 0n,
      reports: new Map(),
      riskRule: DEFAULT_RISK,
      source: { mark: undefined, rate: undefined, held: false },
      fundingRate: rateOf(0n, specification),
      fundingDue: finishesAt(specification, this.venue.time),
      delistingDue: 0,
      premiums: 0,
      weightedPremium: 0n,
      premiumSum: 0n,
    });
  }

  private openAccount({ name }: CommandOf<"account">): void {
    const { accounts } = this.venue;
    if (accounts.some((each) => each.name === name)) throw new Refused("nameTaken");
    const id = accounts.length + 1;
    accounts.push({ id, name, settings: DEFAULT_SETTINGS, holdings: [], entry: newEntry(id, 0) });
  }
}
