import type { RecordBuffer, RecordView } from "../data/encoding/layout.ts";
import type { RowFields, RowsOfOthers, StateRows } from "../data/encoding/stateRows.ts";
import type { AccountUpdate } from "../data/messages/accountUpdate.ts";
import { commandLayouts, decodeCommand } from "../data/messages/command.ts";
import type { Answer, UncheckedQuery } from "../data/messages/query.ts";
import type { Rejection } from "../data/messages/rejection.ts";
import { rejections as R } from "../data/messages/rejection.ts";
import { refuse } from "../data/state/refuse.ts";
import { State } from "../data/state/state.ts";
import type { UncheckedAccount } from "../data/units/kinds.ts";
import { accountId } from "../data/units/kinds.ts";
import type { TimeMs } from "../data/units/units.ts";
import { assert } from "../data/units/units.ts";
import { doubleAt } from "../data/units/words.ts";
import { nextSampleDue, nextSecond, noSampleBefore, timeAdvanced } from "../events/contractEvents.ts";
import { commandRejected } from "../events/venueEvents.ts";
import { checkMargins } from "../events/watch.ts";
import { refreshIndex } from "../rules/contract/administer.ts";
import { endNotice } from "../rules/contract/delist.ts";
import { endPeriod } from "../rules/funding/settleFunding.ts";
import { actHouse, followIndexes, houseDue, skipLate } from "../rules/house/act.ts";
import { actedCommand } from "../rules/operator/operators.ts";
import { nextDate } from "../rules/order/dates.ts";
import { answer } from "./answer.ts";
import { AuditPass, audit } from "./audit.ts";
import { carryOut } from "./carryOut.ts";
import { counterparties } from "./counterparties.ts";
import { Observer } from "./observer.ts";
import { readSnapshot, stateOf, stateRows, writeSnapshot } from "./snapshot.ts";
import { runStep, stepWaits } from "./steps.ts";

/** Internal steps (triggered orders, ended delays) that one command may run; the rest waits for `proceed`. */
const STEPS_PER_COMMAND_MAX = 1024;

const PLACE_ORDER = commandLayouts.placeOrder.kind;
const CANCEL_ORDER = commandLayouts.cancelOrder.kind;
const PROCEED = commandLayouts.proceed.kind;
const ADVANCE_TIME = commandLayouts.advanceTime.kind;
const SET_INDEX = commandLayouts.setIndex.kind;
const PUSH_INDEX = commandLayouts.pushIndex.kind;

/**
 * The exchange: a deterministic state machine. The same commands in the same frames give the same events, the
 * same state and the same snapshot, on any machine; it reads no clock, draws nothing at random and does no
 * I/O.
 *
 * ```
 * beginFrame(firstSeq, time) → execute(command)… → events of the frame
 * ```
 */
export class Exchange {
  private readonly s: State;
  private readonly observer = new Observer();
  private frameTime = 0;
  /** Once one command of a frame had to wait for `proceed`, all later ones of the frame do. */
  private isPostponing = false;
  /** Nothing waited when the last command ended, so that nothing does before market time moves. */
  private isSettled = false;
  /** Word offset in {@link events} of the first event of the last command. */
  eventsFrom = 0;

  constructor(state = new State()) {
    this.s = state;
    state.observer = this.observer;
    state.counterparties = counterparties;
    this.frameTime = state.time;
  }

  /**
   * The exchange that wrote `snapshot`. Throws InvariantError if the bytes are not a snapshot of this build.
   */
  static restore(snapshot: Uint8Array): Exchange {
    return new Exchange(readSnapshot(snapshot));
  }

  /** Canonical bytes of the state: equal states give equal bytes, however they came about. */
  snapshot(): Uint8Array {
    return writeSnapshot(this.s);
  }

  /** The state as named values; {@link fromRows} restores it from them. */
  rows(): StateRows {
    return stateRows(this.s).rows;
  }

  /** The fields that {@link rows} may have, section by section: those that are 0 are in no row. */
  rowFields(): RowFields {
    return stateRows(this.s).fields;
  }

  /**
   * The exchange whose {@link rows} these are. Throws InvariantError for rows that no state has.
   *
   * @param others says what becomes of fields that only their writer or only this build knows; default: there
   * are none
   */
  static fromRows(rows: StateRows, others?: RowsOfOthers): Exchange {
    return new Exchange(stateOf(rows, others));
  }

  /** The state itself, for audits and folds inside the core's own tests. */
  get state(): State {
    return this.s;
  }

  /** Event records of the current frame; the index of a record is the place of its command. */
  get events(): RecordBuffer {
    return this.s.events;
  }
  get seq(): number {
    return this.s.seq;
  }
  get time(): TimeMs {
    return this.s.time;
  }
  /** First id that the last command made, 0 if none. */
  get outcomeId(): number {
    return this.s.outcomeId;
  }
  /** Why the last command was refused. */
  get outcomeRejection(): Rejection | undefined {
    return this.s.rejected ? this.s.refusal.toRejection() : undefined;
  }

  /**
   * Starts a frame: its commands take the sequence numbers from `firstSeq`, all at `time`. Forgets the last
   * frame's events.
   */
  beginFrame(firstSeq: number, time: TimeMs): void {
    const { s } = this;
    assert(firstSeq === s.seq + 1, "frames follow each other");
    assert(time >= s.time, "market time never decreases");
    s.firstSeq = firstSeq;
    s.events.clear();
    this.observer.begin();
    this.frameTime = time;
    this.isPostponing = false;
  }

  /**
   * Executes the command record at word `at`: first what fell due, then the command, then the internal steps
   * it caused. A refusal is an event; nothing else of a refused command remains.
   */
  execute(view: RecordView, at: number): void {
    const { s } = this;
    const { nextId } = s;
    s.seq++;
    s.outcomeId = 0;
    s.rejected = false;
    this.eventsFrom = s.events.length;
    let steps = this.reachFrame(STEPS_PER_COMMAND_MAX);
    s.outcomeId = 0;
    this.dispatch(view, at, steps === 0 && this.isBehind());
    followIndexes(s);
    checkMargins(s);
    this.observer.look(s);
    while (steps > 0 && stepWaits(s)) {
      const id = s.outcomeId;
      runStep(s);
      this.observer.look(s);
      s.outcomeId = id;
      steps--;
    }
    this.isSettled = steps > 0;
    s.deleveraging = undefined;
    assert(
      s.marginDirty.length === 0 && s.bankruptcy === undefined,
      "a command leaves nobody unjudged, and nothing half closed",
    );
    assert(
      s.nextId >= nextId && s.outcomeId < s.nextId,
      "ids are counted upwards, and an outcome's is of them",
    );
    assert(!s.rejected || s.outcomeId === 0, "what is refused makes nothing");
  }

  /**
   * Has the core take images of what changes of an account, from the next command on; or stop. Changes
   * nothing else.
   */
  observe(account: UncheckedAccount, isObserved: boolean): void {
    this.observer.observe(account, isObserved);
  }

  /** What changed of the observed accounts since the last call, in order. */
  takeUpdates(): readonly AccountUpdate[] {
    return this.observer.take();
  }

  /** 1 while internal steps wait: the next command must be `proceed` (others are refused), else 0. */
  pendingSteps(): number {
    return this.isBehind() ? 1 : 0;
  }

  /**
   * When market time must be advanced next although nobody trades; Infinity if nothing falls due. Where the
   * house acts, samples of the mark need no frame of their own: the next frame takes each at its own second.
   */
  nextDue(): TimeMs {
    const due = this.nextSettlement();
    return this.s.house.size > 0 ? due : Math.min(due, nextSampleDue(this.s));
  }

  /**
   * When the house acts next; Infinity where it does not. To see it act at that moment, advance time then.
   */
  nextAct(): TimeMs {
    return houseDue(this.s);
  }

  private nextSettlement(): TimeMs {
    const { s } = this;
    const delayed = s.delayed.size > 0 ? s.orders.heapKey[s.delayed.peek()] : Number.POSITIVE_INFINITY;
    const late = s.directives.late[0]?.dueTime ?? Number.POSITIVE_INFINITY;
    const countdown =
      s.countdowns.size > 0 ? s.holdings.countdownDue[s.countdowns.peek()] : Number.POSITIVE_INFINITY;
    return Math.min(delayed, late, countdown, nextDate(s), s.contractClock.due);
  }

  /** Answers from the state as it is. */
  answer<Q extends UncheckedQuery>(query: Q): Answer<Q> {
    return answer(this.s, query);
  }

  /**
   * Checks every invariant (docs/reference/invariants.md); throws InvariantError naming the first one that is
   * broken.
   */
  audit(): void {
    audit(this.s);
  }

  /** The checks of {@link audit}, some rows at a time, with commands in between. */
  beginAudit(): AuditPass {
    return new AuditPass(this.s);
  }

  /**
   * Lets market time reach the frame's time: runs what falls due on the way, and the internal steps that it
   * causes. Where the house acts, time stops wherever anything is due, so that each thing happens at its own
   * time, however far apart frames are. Returns how many steps are left.
   */
  private reachFrame(steps: number): number {
    const { s, frameTime } = this;
    if (this.isSettled && s.time === frameTime && houseDue(s) > s.time) return steps;
    let left = steps;
    if (s.house.size > 0 && frameTime > s.time) {
      // Steps that an earlier frame left over belong to the time at which that frame had to stop, whatever
      // this frame's time is.
      if (stepWaits(s)) timeAdvanced(s, { time: s.time });
      skipLate(s, frameTime);
    }
    for (;;) {
      const stop = this.nextStop();
      if (stop > s.time) this.advance(stop);
      checkMargins(s);
      this.observer.look(s);
      while (left > 0 && stepWaits(s)) {
        runStep(s);
        this.observer.look(s);
        left--;
      }
      if (left === 0) return 0;
      if (houseDue(s) <= s.time) {
        actHouse(s);
        left--;
      } else if (s.time === frameTime) {
        return left;
      }
    }
  }

  /** The next stop of market time on its way to the frame's time. */
  private nextStop(): TimeMs {
    const { s, frameTime } = this;
    if (s.house.size === 0) return frameTime;
    const soonest = s.time + 1;
    const stop = Math.min(frameTime, Math.max(soonest, Math.min(houseDue(s), this.nextSettlement())));
    return stop <= noSampleBefore(s) ? stop : Math.min(stop, Math.max(soonest, nextSampleDue(s)));
  }

  /** Whether anything is left to do before the next command. */
  private isBehind(): boolean {
    return stepWaits(this.s) || this.s.time < this.frameTime;
  }

  private advance(time: TimeMs): void {
    const { s } = this;
    // Between two samples a mark stands still unless time itself moves it: whatever else it is made of has
    // moved it at once.
    const samples = time >= nextSecond(s);
    timeAdvanced(s, { time });
    for (const contract of samples ? s.contracts : s.contractClock.moving) refreshIndex(s, contract);
    if (s.contractClock.due <= time) {
      for (const contract of s.contracts) endPeriod(s, contract);
      for (const contract of s.contracts) endNotice(s, contract);
    }
    followIndexes(s);
  }

  private dispatch(view: RecordView, at: number, isBehind: boolean): void {
    const { s } = this;
    const kind = view.kind(at);
    if (this.postpones(kind, isBehind)) {
      refuse(s, R.workPending);
      commandRejected(s, kind, 0);
      return;
    }
    if (!isMarketInput(kind)) s.ordersTouched++;
    if (carryOut(s, view, at)) return;
    if (kind === PLACE_ORDER || kind === CANCEL_ORDER)
      return commandRejected(s, kind, accountId(doubleAt(view.words, at + 1)));
    const command = decodeCommand(view, at);
    const refused = command.type === "act" ? (actedCommand(command) ?? command) : command;
    commandRejected(s, commandLayouts[refused.type].kind, "account" in refused ? refused.account : 0);
  }

  /**
   * Whether a command must wait for `proceed`. Once one command of a frame must, all after it must too: the
   * engine submits them again later, and a neighbour must not overtake the one that waits.
   */
  private postpones(kind: number, isBehind: boolean): boolean {
    if (kind === PROCEED || kind === ADVANCE_TIME) return false;
    this.isPostponing ||= isBehind;
    return this.isPostponing;
  }
}

/** Commands that set time and prices: they place and end no orders by themselves. */
function isMarketInput(kind: number): boolean {
  return kind === SET_INDEX || kind === PUSH_INDEX || kind === ADVANCE_TIME || kind === PROCEED;
}
