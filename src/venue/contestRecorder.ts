import type { Contest, Finished, PairValue } from "../contest/index.ts";
import { contestOf, Pairs } from "../contest/index.ts";
import type { EventOf, Quanta, TimeMs } from "../core/index.ts";
import { BUY, bigDivHalfEven, bookings, decodeEvent, eventLayouts, LONG, RecordView } from "../core/index.ts";
import type { DurableFrame, Machine } from "../engine/index.ts";
import { MINUTE_MS } from "../host/clock.ts";
import { Course, isFromOutside } from "../readmodel/index.ts";

/** Which of a contest's rounds is meant. */
export type RoundName = "contest" | "practice";

/** What a round came to. */
export interface Recorded {
  readonly contest: Contest;
  readonly teams: readonly Finished[];
  readonly pairs: readonly PairValue[];
  /** By symbol, in hundredths of a tick. */
  readonly marks: Readonly<Record<string, number>>;
}

interface Tally {
  readonly team: string;
  readonly title: string;
  readonly course: Course;
  /** What came in from outside since the round began, less what went out. */
  deposited: Quanta;
  volume: Quanta;
  fees: Quanta;
  trades: number;
  liquidations: number;
}

/**
 * Follows a round through a journal that is executed again: what each team had at each minute, what it traded and with whom, and the marks of the
 * closing minute. A moment is seen as the last frame before it left the market.
 */
export class ContestRecorder {
  readonly #name: string;
  readonly #round: RoundName;
  readonly #tallies = new Map<number, Tally>();
  readonly #pairs = new Pairs();
  /** By contract, of those that have one, in hundredths of a tick. */
  readonly #marks = new Map<number, number>();
  /** Σ mark · ms over the closing minute so far. */
  readonly #weighed: bigint[] = [];
  #contest: Contest | undefined;
  /** Up to when marks were weighed, and minutes seen. */
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

  /** Takes what a state that the journal is executed from has of it. */
  begin(machine: Machine): void {
    this.#time = machine.time;
    for (const { name, definition } of machine.answer({ type: "contests" }))
      if (name === this.#name) this.#contest = contestOf(definition);
    for (const { contract, mark } of machine.answer({ type: "contracts" })) this.#marks.set(contract, mark);
  }

  /** Sees the moments up to a time, before a frame of that time is executed. Returns whether the round is over then. */
  reach(time: TimeMs, machine: Machine): boolean {
    const span = this.#span();
    if (span === undefined) {
      this.#time = time;
      return false;
    }
    if (!this.#isRunning && time >= span.start) this.#start(span.start, machine);
    if (this.#isRunning) {
      const first = MINUTE_MS * (1 + Math.floor(Math.max(span.start, this.#time) / MINUTE_MS));
      for (let minute = first; minute <= time && minute < span.end; minute += MINUTE_MS)
        for (const [account, { course, deposited }] of this.#tallies)
          course.add({ time: minute, equity: equityOf(machine, account), deposited });
    }
    this.#weigh(Math.max(this.#time, span.end - MINUTE_MS), Math.min(time, span.end));
    this.#time = time;
    return time >= span.end;
  }

  /** Takes what a frame led to. */
  take({ events }: Pick<DurableFrame, "events">): void {
    const view = new RecordView(events);
    for (let at = 0; at < view.length; at = view.next(at)) {
      const kind = view.kind(at);
      if (kind === MARK) {
        const { contract, points } = decodeEvent(view, at) as EventOf<"markChanged">;
        this.#marks.set(contract, points);
      } else if (kind === CONTEST) {
        const { name, definition } = decodeEvent(view, at) as EventOf<"contestSet">;
        if (name === this.#name) this.#contest = definition === "" ? undefined : contestOf(definition);
      } else if (this.#isRunning && kind === TRADED) this.#traded(decodeEvent(view, at) as EventOf<"traded">);
      else if (this.#isRunning && kind === MOVED) this.#moved(decodeEvent(view, at) as EventOf<"moneyMoved">);
      else if (this.#isRunning && kind === LIQUIDATION) {
        const tally = this.#tallies.get((decodeEvent(view, at) as EventOf<"liquidationStarted">).account);
        if (tally !== undefined) tally.liquidations += 1;
      }
    }
  }

  /** What the round came to; the machine stands at its end. */
  finish(machine: Machine): Recorded {
    const contest = this.#contest!;
    const contracts = machine.answer({ type: "contracts" });
    const means = contracts.map(({ contract }) =>
      bigDivHalfEven(this.#weighed[contract] ?? 0n, BigInt(this.#weighedMs())),
    );
    const { end } = this.#span()!;
    const teams = [...this.#tallies].map(([account, { course, deposited, ...rest }]) => {
      let equity = equityOf(machine, account);
      for (const position of machine.answer({ type: "positions", account, contract: undefined })) {
        const { quantaPerTickLot, mark } = contracts[position.contract]!;
        const better =
          (means[position.contract]! - BigInt(mark)) * BigInt(position.size) * BigInt(quantaPerTickLot);
        equity += (position.leg === LONG ? better : -better) / POINTS_PER_TICK; // exact: a point of a lot is whole quanta
      }
      course.add({ time: end, equity, deposited });
      return { ...rest, course };
    });
    const marks = contracts.flatMap(({ contract, symbol }) =>
      contest.contracts.includes(symbol) ? [[symbol, Number(means[contract]!)] as const] : [],
    );
    return { contest, teams, pairs: this.#pairs.list(), marks: Object.fromEntries(marks) };
  }

  #span(): { readonly start: TimeMs; readonly end: TimeMs } | undefined {
    return this.#round === "contest" ? this.#contest : this.#contest?.practice;
  }

  #weighedMs(): number {
    const { start, end } = this.#span()!;
    return Math.min(MINUTE_MS, end - start);
  }

  #start(time: TimeMs, machine: Machine): void {
    this.#isRunning = true;
    for (const { team, title, account, practice } of this.#contest!.teams) {
      const of = this.#round === "contest" ? account : practice;
      const course = new Course({ time, equity: equityOf(machine, of), deposited: 0n });
      const none = { deposited: 0n, volume: 0n, fees: 0n, trades: 0, liquidations: 0 };
      this.#tallies.set(of, { team, title, course, ...none });
    }
  }

  #weigh(from: TimeMs, to: TimeMs): void {
    if (to <= from) return;
    for (const [contract, mark] of this.#marks)
      this.#weighed[contract] = (this.#weighed[contract] ?? 0n) + BigInt(mark) * BigInt(to - from);
  }

  #moved({ movement, amount, fromAccount, toAccount }: EventOf<"moneyMoved">): void {
    const { fromBill, toBill } = bookings[movement]!;
    const [from, to] = [this.#tallies.get(fromAccount), this.#tallies.get(toAccount)];
    if (from !== undefined && isFromOutside(fromBill)) from.deposited -= amount;
    if (to !== undefined && isFromOutside(toBill)) to.deposited += amount;
  }

  #traded(event: EventOf<"traded">): void {
    const { contract, price, value, takerSide } = event;
    const maker = this.#tallies.get(event.makerAccount);
    const taker = this.#tallies.get(event.takerAccount);
    if (maker !== undefined) maker.fees += event.makerFee + event.makerLiquidationFee;
    if (taker !== undefined) taker.fees += event.takerFee + event.takerLiquidationFee;
    for (const each of [maker, taker]) {
      if (each === undefined) continue;
      each.volume += value;
      each.trades += 1;
    }
    if (maker === undefined || taker === undefined || maker === taker) return;
    const [buyer, seller] = takerSide === BUY ? [taker, maker] : [maker, taker];
    const takerFee = event.takerFee + event.takerLiquidationFee;
    const makerFee = event.makerFee + event.makerLiquidationFee;
    const [buyerFee, sellerFee] = takerSide === BUY ? [takerFee, makerFee] : [makerFee, takerFee];
    // Exact: value is price · size · quanta, and a point of a lot is whole quanta.
    const atMark = (value * BigInt(this.#marks.get(contract)!)) / (BigInt(price) * POINTS_PER_TICK);
    this.#pairs.add({ buyer: buyer.team, seller: seller.team, value, atMark, buyerFee, sellerFee });
  }
}

const MARK = eventLayouts.markChanged.kind;
const CONTEST = eventLayouts.contestSet.kind;
const MOVED = eventLayouts.moneyMoved.kind;
const TRADED = eventLayouts.traded.kind;
const LIQUIDATION = eventLayouts.liquidationStarted.kind;
const POINTS_PER_TICK = 100n;

/** Everything that an account has: its shared entry and its isolated ones, at the mark. */
function equityOf(machine: Machine, account: number): Quanta {
  const { equity, isolatedWallet, isolatedUnrealized } = machine.answer({ type: "assets", account })!;
  return equity + isolatedWallet + isolatedUnrealized;
}
