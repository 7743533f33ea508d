import type { Answer, Command, Query, RecordView, Rejection, TimeMs } from "../../src/kernel/core/index.ts";
import { assert, commandLayouts, eventLayouts, headOf, RecordBuffer } from "../../src/kernel/core/index.ts";
import type { Machine, MachineAudit, MachineKind } from "../../src/kernel/engine/machine.ts";

/*
 * The smallest machine with everything that sequencing cares about: state that depends on every command, its
 * time and its place; refusals; ids; steps that are left over; times that fall due; a bug that can be set
 * off.
 */

const SLOTS = 64;
const STEPS_A_COMMAND = 8;
const DUE_EVERY_MS = 1_000;

/** The account whose `closePositions` breaks an invariant. */
export const POISON: number = 666;

/** Mixes `value` into `slot`; refused when the slot does not exist. */
export function mix(slot: number, value: number): Command {
  return { type: "setContractStatus", contract: slot, status: value };
}

/** Leaves `steps` internal steps to do. */
export function leaveSteps(steps: number): Command {
  return { type: "cancelAll", account: 0, contract: steps, which: 0 };
}

/** Breaks an invariant. */
export const poison: Command = {
  type: "closePositions",
  account: POISON,
  contract: 0,
  position: 0,
  cancelAttached: false,
};

/** Asks for the value of a slot. */
export function slotValue(slot: number) {
  return { type: "maxOpen", account: 0, contract: slot, action: 0, price: 0 } as const;
}

export interface ToyOptions {
  readonly format?: number;
  /** Added to every mixed value: other rules under the same format. */
  readonly drift?: number;
  /** Whether something falls due every second of market time. */
  readonly ticking?: boolean;
}

export function toyKind(options: ToyOptions = {}): MachineKind {
  return {
    format: options.format ?? 1,
    genesis: () => new ToyMachine(options, new Float64Array(HEADER + SLOTS)),
    restore: (snapshot) => new ToyMachine(options, new Float64Array(Uint8Array.from(snapshot).buffer)),
  };
}

/** What a worker imports. */
export const machine: MachineKind = toyKind();

const SEQ = 0;
const TIME = 1;
const PENDING = 2;
const DUE = 3;
const NEXT_ID = 4;
const HEADER = 5;

const kinds = {
  mix: commandLayouts.setContractStatus.kind,
  leaveSteps: commandLayouts.cancelAll.kind,
  poison: commandLayouts.closePositions.kind,
  advanceTime: commandLayouts.advanceTime.kind,
  proceed: commandLayouts.proceed.kind,
} as const;
const mixed = eventLayouts.indexChanged;
const advanced = eventLayouts.timeAdvanced;
const rejected = eventLayouts.commandRejected;

export class ToyMachine implements Machine {
  readonly events = new RecordBuffer();
  outcomeId = 0;
  outcomeRejection: Rejection | undefined;
  eventsFrom = 0;
  readonly #options: ToyOptions;
  readonly #state: Float64Array;
  #firstSeq = 1;

  constructor(options: ToyOptions, state: Float64Array) {
    this.#options = options;
    this.#state = state;
  }

  get seq(): number {
    return this.#state[SEQ]!;
  }

  get time(): TimeMs {
    return this.#state[TIME]!;
  }

  beginFrame(firstSeq: number, time: TimeMs): void {
    assert(firstSeq === this.seq + 1, "frames follow each other");
    assert(time >= this.time, "market time never goes back");
    this.#firstSeq = firstSeq;
    this.#state[TIME] = time;
    this.events.clear();
  }

  execute(view: RecordView, at: number): void {
    const state = this.#state;
    const seq = state[SEQ]! + 1;
    const index = seq - this.#firstSeq;
    const kind = view.kind(at);
    this.outcomeId = 0;
    this.outcomeRejection = undefined;
    this.eventsFrom = this.events.length;
    if (state[PENDING]! > 0 && kind !== kinds.proceed) {
      this.#reject(index, kind, { type: "workPending" });
    } else if (kind === kinds.mix) {
      this.#mix(index, view.words[at + 1]!, view.words[at + 2]!);
    } else if (kind === kinds.leaveSteps) {
      state[PENDING] = view.words[at + 2]!;
    } else if (kind === kinds.proceed) {
      state[PENDING] = Math.max(state[PENDING]! - STEPS_A_COMMAND, 0);
    } else if (kind === kinds.advanceTime) {
      this.#advance(index);
    } else if (kind === kinds.poison) {
      state[HEADER] = -1;
      assert(view.words[at + 1] !== POISON, "no poison is swallowed");
    }
    state[SEQ] = seq;
  }

  pendingSteps(): number {
    return this.#state[PENDING]!;
  }

  nextDue(): TimeMs {
    return this.#options.ticking === true ? this.#state[DUE]! : Number.POSITIVE_INFINITY;
  }

  nextAct(): TimeMs {
    return Number.POSITIVE_INFINITY;
  }

  answer<Q extends Query>(query: Q): Answer<Q> {
    assert(query.type === "maxOpen", "the toy knows one question");
    return this.#state[HEADER + query.contract]! as Answer<Q>;
  }

  observe(): void {} // it has no accounts

  takeUpdates(): readonly [] {
    return [];
  }

  audit(): void {
    assert(this.#state[HEADER]! >= 0, "the first slot is never negative");
  }

  beginAudit(): MachineAudit {
    let isDone = false;
    return {
      get isDone() {
        return isDone;
      },
      where: "the first slot",
      check: () => {
        this.audit();
        isDone = true;
      },
    };
  }

  snapshot(): Uint8Array {
    return new Uint8Array(this.#state.slice().buffer);
  }

  #mix(index: number, slot: number, value: number): void {
    if (!(slot >= 0 && slot < SLOTS)) {
      this.#reject(index, kinds.mix, { type: "unknownContract", contract: slot });
      return;
    }
    const state = this.#state;
    const before = state[HEADER + slot]!;
    const after = (before * 31 + value + (this.#options.drift ?? 0) + this.time + this.seq) % 1_000_003;
    state[HEADER + slot] = after;
    state[NEXT_ID]! += 1;
    this.outcomeId = state[NEXT_ID]!;
    const at = this.events.begin(headOf(mixed), 3, index);
    this.events.words[at + 1] = slot;
    this.events.words[at + 2] = after;
  }

  #advance(index: number): void {
    this.#state[DUE] = (Math.floor(this.time / DUE_EVERY_MS) + 1) * DUE_EVERY_MS;
    const at = this.events.begin(headOf(advanced), 2, index);
    this.events.words[at + 1] = this.time;
  }

  #reject(index: number, command: number, rejection: Rejection): void {
    this.outcomeRejection = rejection;
    const at = this.events.begin(headOf(rejected), 9, index);
    this.events.words.fill(0, at + 1, at + 9);
    this.events.words[at + 1] = command;
  }
}
