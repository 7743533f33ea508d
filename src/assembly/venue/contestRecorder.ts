import type { ContractView, EventOf, Quanta, TimeMs } from "../../kernel/core/index.ts";
import {
  BILL_FUNDING,
  BUY,
  bookings,
  decodeEvent,
  eventLayouts,
  LONG,
  OPEN_LONG,
  ORIGIN_DIRECTED,
  RecordView,
} from "../../kernel/core/index.ts";
import type { DurableFrame, Machine } from "../../kernel/engine/index.ts";
import { HOUR_MS, MINUTE_MS } from "../../kernel/host/clock.ts";
import type { Contest, Finished, OperatorAct } from "../../service/contest/index.ts";
import { contestOf, pointsMsOf } from "../../service/contest/index.ts";
import { practiceName } from "../../service/gateway/control/index.ts";
import type { PassedRow } from "../../service/readmodel/index.ts";
import {
  isFromOutside,
  PASSED_TRADES,
  Passed,
  RunningPerformance,
  worth,
} from "../../service/readmodel/index.ts";
import { OperatorActs } from "./operatorActs.ts";

/** Which of a contest's rounds is meant. */
export type RoundName = "contest" | "practice";

/** What a round came to. */
export interface Recorded {
  readonly contest: Contest;
  readonly teams: readonly Finished[];
  /** Accounts that filled orders by directives. */
  readonly directed: ReadonlySet<number>;
  readonly acts: readonly OperatorAct[];
  /** By symbol, in hundredths of a tick. */
  readonly indexes: Readonly<Record<string, number>>;
}

interface Tally {
  readonly team: string;
  readonly title: string;
  readonly account: number;
  /** Of points a minute apart, and an hour: only the end of the round decides which of the two counts. */
  readonly byMinutes: RunningPerformance;
  readonly byHours: RunningPerformance;
  readonly passed: Passed;
  /** What the team began the round with. */
  readonly began: Quanta;
  /** Money that came in from outside the contest since the round began, less what went out. */
  deposited: Quanta;
  liquidations: number;
}

/**
 * Follows a round through a journal that is executed again: what each team had at each minute (positions
 * valued at the index), what passed between it and others, and what operators did to it. A time is judged by
 * the market as the last frame before it left it.
 */
export class ContestRecorder {
  readonly #name: string;
  readonly #round: RoundName;
  readonly #tallies = new Map<number, Tally>();
  readonly #directed = new Set<number>();
  readonly #acts = new OperatorActs();
  /** The contracts that were met so far; their grids never change. */
  #contracts: readonly ContractView[] = [];
  /** The present index of each contract, in hundredths of a tick. */
  readonly #indexes: number[] = [];
  #contest: Contest | undefined;
  /** Up to when minutes were seen. */
  #time: TimeMs = 0;
  #isRunning = false;

  constructor(name: string, round: RoundName) {
    this.#name = name;
    this.#round = round;
  }

  /** What is known of the contest so far. */
  get contest(): Contest | undefined {
    return this.#contest;
  }

  /** Begins with the state from which the journal is executed. */
  begin(machine: Machine): void {
    this.#time = machine.time;
    for (const { name, definition } of machine.answer({ type: "contests" }))
      if (name === this.#name) this.#contest = contestOf(definition);
  }

  /**
   * Sees the moments up to a time, before a frame of that time is executed. Returns whether the round is over
   * then.
   */
  reach(time: TimeMs, machine: Machine): boolean {
    const span = this.#span();
    if (span !== undefined && !this.#isRunning && time >= span.start) this.#start(span.start, machine);
    if (span !== undefined && this.#isRunning) {
      const first = MINUTE_MS * (1 + Math.floor(Math.max(span.start, this.#time) / MINUTE_MS));
      const equityOf = this.#equities(machine);
      for (let minute = first; minute <= time && minute < span.end; minute += MINUTE_MS)
        for (const { account, byMinutes, byHours, deposited } of this.#tallies.values()) {
          const point = { time: minute, equity: equityOf(account), deposited };
          byMinutes.add(point);
          if (minute % HOUR_MS === 0) byHours.add(point);
        }
    }
    this.#time = time;
    return span !== undefined && time >= span.end;
  }

  /**
   * Takes what a frame led to. @param commands the frame's, as in the journal @param machine after the frame
   */
  take(frame: DurableFrame, commands: Uint8Array, machine: Machine): void {
    const view = new RecordView(frame.events);
    for (let at = 0; at < view.length; at = view.next(at)) {
      const kind = view.kind(at);
      if (kind === CONTEST) {
        const { name, definition } = decodeEvent(view, at) as EventOf<"contestSet">;
        if (name === this.#name) this.#contest = definition === "" ? undefined : contestOf(definition);
      } else if (!this.#isRunning) continue;
      else if (kind === INDEX) {
        const { contract, points } = decodeEvent(view, at) as EventOf<"indexChanged">;
        this.#indexes[contract] = points;
      } else if (kind === TRADED) this.#traded(decodeEvent(view, at) as EventOf<"traded">, machine);
      else if (kind === TURNED) this.#turned(decodeEvent(view, at) as EventOf<"tradeTurned">, machine);
      else if (kind === MOVED) this.#moved(decodeEvent(view, at) as EventOf<"moneyMoved">);
      else if (kind === FUNDED) {
        const { account, amount } = decodeEvent(view, at) as EventOf<"fundingSettled">;
        this.#tallies.get(account)?.passed.billed(BILL_FUNDING, amount);
      } else if (kind === LIQUIDATION) {
        const tally = this.#tallies.get((decodeEvent(view, at) as EventOf<"liquidationStarted">).account);
        if (tally !== undefined) tally.liquidations += 1;
      }
    }
    if (this.#isRunning) this.#acts.take(frame, commands);
  }

  /** What the round came to; the machine stands at its end. */
  finish(machine: Machine): Recorded {
    const contest = this.#contest!;
    const span = this.#span()!;
    const equityOf = this.#equities(machine);
    const isByHours = pointsMsOf(span) === HOUR_MS;
    const teams = [...this.#tallies.values()].map(({ byMinutes, byHours, ...tally }) => {
      const { passed, began, deposited, ...team } = tally;
      const equity = equityOf(team.account);
      const performance = isByHours ? byHours : byMinutes;
      performance.add({ time: span.end, equity, deposited });
      const rows = passed.rows(equity - began);
      return { ...team, performance, passed: rows, ...tradesIn(rows) };
    });
    const indexes = machine
      .answer({ type: "contracts" })
      .flatMap(({ symbol, index }) => (contest.contracts.includes(symbol) ? [[symbol, index] as const] : []));
    return {
      ...{ contest, teams, directed: this.#directed, acts: this.#acts.list },
      indexes: Object.fromEntries(indexes),
    };
  }

  #span(): { readonly start: TimeMs; readonly end: TimeMs } | undefined {
    return this.#round === "contest" ? this.#contest : this.#contest?.practice;
  }

  #start(time: TimeMs, machine: Machine): void {
    this.#isRunning = true;
    this.#contracts = machine.answer({ type: "contracts" });
    for (const { contract, index } of this.#contracts) this.#indexes[contract] = index;
    const equityOf = this.#equities(machine);
    for (const { team, title, ...accounts } of this.#contest!.teams) {
      const account = this.#round === "contest" ? accounts.account : accounts.practice;
      const began = equityOf(account);
      const first = { time, equity: began, deposited: 0n };
      const [byMinutes, byHours] = [new RunningPerformance(first), new RunningPerformance(first)];
      const none = { passed: new Passed(), deposited: 0n, liquidations: 0 };
      this.#tallies.set(account, { team, title, account, byMinutes, byHours, began, ...none });
      this.#acts.follow(team, account, this.#round === "contest" ? team : practiceName(team));
    }
  }

  /** Everything that an account has now: its shared entry and its isolated ones, positions at the index. */
  #equities(machine: Machine): (account: number) => Quanta {
    let contracts: readonly ContractView[] | undefined; // asked for once, and only where somebody is asked about
    return (account) => {
      contracts ??= machine.answer({ type: "contracts" });
      let atIndex = machine.answer({ type: "assets", account })!.equity;
      for (const each of machine.answer({ type: "positions", account, contract: undefined })) {
        const { index, mark, quantaPerTickLot } = contracts[each.contract]!;
        const more = worth(each.size, index - mark, quantaPerTickLot);
        atIndex += each.leg === LONG ? more : -more;
      }
      return atIndex;
    };
  }

  #moved({ movement, amount, fromAccount, toAccount }: EventOf<"moneyMoved">): void {
    const { fromBill, toBill } = bookings[movement]!;
    for (const [account, bill, received] of [
      [fromAccount, fromBill, -amount],
      [toAccount, toBill, amount],
    ] as const) {
      const tally = this.#tallies.get(account);
      if (tally === undefined) continue;
      tally.passed.billed(bill, received);
      if (isFromOutside(bill)) tally.deposited += received;
    }
  }

  #traded(event: EventOf<"traded">, machine: Machine): void {
    const { contract, takerSide, makerAccount, takerAccount } = event;
    const takerBuys = takerSide === BUY;
    const maker = { size: event.makerSize, value: event.makerValue };
    const taker = { size: event.takerSize, value: event.takerValue };
    for (const [account, counterparty, buys, fees, { size, value }] of [
      [makerAccount, takerAccount, !takerBuys, event.makerFee + event.makerLiquidationFee, maker],
      [takerAccount, makerAccount, takerBuys, event.takerFee + event.takerLiquidationFee, taker],
    ] as const) {
      const tally = this.#tallies.get(account);
      if (tally === undefined) continue;
      const atIndex = this.#worth(contract, size, machine);
      tally.passed.filled({ counterparty, buys, value, atIndex, fees });
      if (event.origin === ORIGIN_DIRECTED) this.#directed.add(counterparty);
    }
  }

  /** What an order opened with the rest of a fill that closed its account's other leg. */
  #turned(event: EventOf<"tradeTurned">, machine: Machine): void {
    const { account, counterparty, contract, action, size, value, fee: fees } = event;
    const atIndex = this.#worth(contract, size, machine);
    this.#tallies
      .get(account)
      ?.passed.filled({ counterparty, buys: action === OPEN_LONG, value, atIndex, fees });
  }

  /** What lots of a contract are worth at its index. */
  #worth(contract: number, size: number, machine: Machine): Quanta {
    if (this.#contracts[contract] === undefined) this.#contracts = machine.answer({ type: "contracts" });
    return worth(size, this.#indexes[contract]!, this.#contracts[contract]!.quantaPerTickLot);
  }
}

const INDEX = eventLayouts.indexChanged.kind;
const CONTEST = eventLayouts.contestSet.kind;
const MOVED = eventLayouts.moneyMoved.kind;
const FUNDED = eventLayouts.fundingSettled.kind;
const TRADED = eventLayouts.traded.kind;
const TURNED = eventLayouts.tradeTurned.kind;
const LIQUIDATION = eventLayouts.liquidationStarted.kind;

/** What a team traded. */
function tradesIn(rows: readonly PassedRow[]): Pick<Finished, "volume" | "fees" | "trades"> {
  const trades = rows.filter(({ kind }) => kind === PASSED_TRADES);
  const sum = (of: (row: PassedRow) => Quanta): Quanta => trades.reduce((total, row) => total + of(row), 0n);
  return {
    ...{ volume: sum(({ value }) => value), fees: sum(({ fees }) => fees) },
    trades: trades.reduce((total, { count }) => total + count, 0),
  };
}
