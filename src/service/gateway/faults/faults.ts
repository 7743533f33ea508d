import type { FaultKindName } from "../../../interface/wire/control/faultKinds.ts";
import type { Disturbance, FaultView } from "../../../interface/wire/control/faults.ts";
import { invalidParameter, WireError } from "../../../interface/wire/index.ts";
import type { TimeMs } from "../../../kernel/core/index.ts";
import type { VenueClock } from "../../../kernel/engine/index.ts";
import type { Clock } from "../../../kernel/host/clock.ts";
import type { Response } from "../http/respond.ts";
import { checkFault } from "./checkFault.ts";
import type { FaultSpec, Holder, RequestNames } from "./fault.ts";
import { Fault } from "./fault.ts";
import type { AskedRequest } from "./requestKinds.ts";
import { requestKinds } from "./requestKinds.ts";
import { BrokenAnswers } from "./wires.ts";

/** Faults that may be set at a time. */
const FAULTS_MAX = 32;

/** The faults of a venue at one moment, to be handed to a branch of it. */
export interface FaultsInForce {
  readonly faults: readonly Fault[];
  /** The number of the fault that was set last; it may be over. */
  readonly last: number;
}

export interface FaultsParts {
  readonly clock: Clock;
  /** Market time now. */
  readonly now: () => TimeMs;
  /** Calls back at a market time; without it no push is delayed. */
  readonly alarm: VenueClock["alarm"] | undefined;
  /** What requests and handshakes can be for. */
  readonly routes: readonly RequestNames[];
  /** Closes the sockets of the holders for whom `isMeant` is true. */
  readonly closeSockets: (isMeant: (holder: Holder | undefined) => boolean) => void;
}

/** The faults that are injected into one request. */
export interface Injected {
  /** "fault 3, slow", for the log of requests. */
  readonly why: string;
  readonly kinds: readonly FaultKindName[];
  /** Refuses the request before anything of it is checked. */
  readonly refusal: WireError | undefined;
  /** How far the clock is put ahead for checking and answering the request, ms. */
  readonly skewMs: number;
  /** Changes the request's answer. */
  readonly answer: (response: Response) => Response;
}

/**
 * All faults between clients and the market. They change answers and pushes, never the market: nothing here
 * can submit a command, and what a client was not told has happened all the same. While no fault is set,
 * none is looked for.
 */
export class Faults {
  /** No fault is about requests. Read on each request. */
  areRequestsPlain = true;
  /** No fault is about pushes. Read on each push. */
  arePushesPlain = true;
  /** The faults about pushes. */
  pushing: readonly Fault[] = [];
  readonly parts: FaultsParts;
  readonly #wires: BrokenAnswers;
  #all: readonly Fault[] = [];
  #requesting: readonly Fault[] = [];
  #set = 0;
  readonly #injected = new Map<FaultKindName, number>();

  constructor(parts: FaultsParts) {
    this.parts = parts;
    this.#wires = new BrokenAnswers(parts.clock);
  }

  /**
   * Sets a fault.
   *
   * @param accounts the accounts that it names
   * @throws WireError naming the parameter that breaks a rule; nothing is set then
   */
  add(spec: FaultSpec, accounts: readonly number[]): FaultView {
    checkFault(spec, this.parts.routes);
    if (this.#all.length >= FAULTS_MAX)
      throw new WireError("refused", `${FAULTS_MAX} faults are set: remove some`);
    const fault = new Fault(++this.#set, spec, accounts);
    this.#hold([...this.#all, fault]);
    this.#interrupt(fault);
    return fault.view(this.parts.now());
  }

  /** Removes a fault, or all of them. @throws WireError if there is no fault of that number */
  remove(number: number | undefined): void {
    if (number !== undefined && !this.#all.some((each) => each.number === number))
      throw invalidParameter("fault", `there is no fault ${number}`);
    this.#hold(number === undefined ? [] : this.#all.filter((each) => each.number !== number));
  }

  list(): readonly FaultView[] {
    return this.#all.map((each) => each.view(this.parts.now()));
  }

  /** The faults in force, in the words that everybody may see. */
  disturbances(): readonly Disturbance[] {
    const now = this.parts.now();
    return this.#all
      .filter((each) => !each.isOver(now))
      .map((each) => ({ by: "fault", id: each.number, what: each.what(true) }));
  }

  /** How often each kind struck since the start, removed faults included. */
  get injected(): ReadonlyMap<FaultKindName, number> {
    return this.#injected;
  }

  /** Another market begins: the faults of the last one are over, and numbers begin again. */
  beginAnew(): void {
    this.remove(undefined);
    this.#set = 0;
  }

  /** The faults that are set, as they were before any request or push. */
  anew(): FaultsInForce {
    return { faults: this.#all.map((each) => each.anew()), last: this.#set };
  }

  /** Begins with the faults of another venue, under their numbers. */
  goOnWith({ faults, last }: FaultsInForce): void {
    this.#set = last;
    this.#hold(faults);
    for (const each of faults) this.#interrupt(each);
  }

  /** The faults to inject into a request; `undefined` for none. */
  meet(asked: AskedRequest): Injected | undefined {
    const struck = this.#requesting.filter(
      (fault) => isPossible(fault, asked) && fault.concernsRequest(asked, asked.key) && this.strikes(fault),
    );
    if (struck.length === 0) return undefined;
    const effects = struck.map((fault) =>
      requestKinds[fault.kind as keyof typeof requestKinds].effect(fault, asked, this.#wires),
    );
    return {
      why: struck.map(({ number, kind }) => `fault ${number}, ${kind}`).join("; "),
      kinds: struck.map(({ kind }) => kind),
      refusal: effects.find(({ refusal }) => refusal !== undefined)?.refusal,
      skewMs: effects.reduce((sum, { skewMs = 0 }) => sum + skewMs, 0),
      answer: (response) => effects.reduce((before, { answer }) => answer?.(before) ?? before, response),
    };
  }

  /** Counts a request or push for a fault, and whether the fault struck. */
  strikes(fault: Fault): boolean {
    if (!fault.strikes(this.parts.now())) return false;
    this.#injected.set(fault.kind, (this.#injected.get(fault.kind) ?? 0) + 1);
    return true;
  }

  /** Cuts the connections that faults hold open. */
  close(): void {
    this.#wires.close();
  }

  /**
   * Closes the sockets that are open when maintenance begins. Where a maintenance names channels, each of
   * these sockets is closed at its next push.
   */
  #interrupt(fault: Fault): void {
    const { now, alarm, closeSockets } = this.parts;
    const { kind, spec } = fault;
    if (kind !== "maintenance" || !fault.isAbout("pushes")) return;
    const close = (): void => {
      if (!this.#all.includes(fault)) return;
      closeSockets((holder) => fault.concernsPush("", holder) && this.strikes(fault));
    };
    if (spec.from <= now()) close();
    else alarm?.(spec.from, close);
  }

  #hold(faults: readonly Fault[]): void {
    this.#all = faults;
    this.#requesting = faults.filter((each) => each.isAbout("requests"));
    this.pushing = faults.filter((each) => each.isAbout("pushes"));
    this.areRequestsPlain = this.#requesting.length === 0;
    this.arePushesPlain = this.pushing.length === 0;
  }
}

/** Whether a fault of this kind can happen to the request at all; other requests are not counted. */
function isPossible({ kind }: Fault, asked: AskedRequest): boolean {
  const { befalls, handshakes = false } = requestKinds[kind as keyof typeof requestKinds];
  return (handshakes || !asked.isHandshake) && (befalls?.(asked) ?? true);
}
