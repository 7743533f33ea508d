import type { TimeMs } from "../../../kernel/core/index.ts";
import type { Timer } from "../../../kernel/host/clock.ts";
import type { Fault } from "../faults/fault.ts";
import type { Faults } from "../faults/faults.ts";
import type { Channel } from "./channels.ts";
import type { Connection } from "./connection.ts";
import type { Frame } from "./frame.ts";
import { textOfFrame } from "./frame.ts";
import type { Outbox, Pushing } from "./outbox.ts";

/** The most pushes of a channel that are delayed at a time; beyond this the oldest are sent early. */
const UNDERWAY_MAX = 10_000;

/**
 * Leads one channel to one connection, and drops, doubles, delays or swaps its pushes where faults say so.
 * Without faults about pushes, it hands them on.
 *
 * What the channel sends at once when it is joined is its snapshot; everything after that is a push. The
 * fault `stale` is about the snapshot only, all others are about pushes only.
 */
export class PushLine implements Pushing {
  readonly #connection: Connection;
  readonly #outbox: Outbox;
  readonly #faults: Faults;
  readonly #channel: string;
  /** Whether the channel is sending its snapshot. */
  #isGreeting = false;
  /** The push that is held back until the next one has been sent. */
  #swapped: Frame | undefined;
  /** Delayed pushes, in the order in which they are sent. */
  #underway: { readonly due: TimeMs; readonly frame: Frame }[] = [];
  #timer: Timer | undefined;
  /** Whether any push is held back or delayed. */
  #isHolding = false;

  constructor(connection: Connection, channel: string) {
    this.#connection = connection;
    this.#outbox = connection.outbox;
    this.#faults = connection.faults;
    this.#channel = channel;
  }

  /** Joins the channel; returns how to leave it. Pushes that are still delayed then are never sent. */
  follow(channel: Channel): () => void {
    this.#isGreeting = true;
    const leave = channel(this);
    this.#isGreeting = false;
    return () => {
      leave();
      this.#timer?.clear();
      this.#swapped = undefined;
      this.#underway = [];
    };
  }

  push(frame: Frame): void {
    if (this.#faults.arePushesPlain && !this.#isHolding) this.#outbox.push(frame);
    else this.#go(frame, this.#strike());
  }

  offer(frame: Frame, drained: () => void): boolean {
    if (this.#faults.arePushesPlain && !this.#isHolding) return this.#outbox.offer(frame, drained);
    const fault = this.#strike();
    if (fault === undefined && !this.#isHolding) return this.#outbox.offer(frame, drained);
    this.#go(frame, fault);
    return true;
  }

  /** The first fault that strikes a push; each fault counts the push, if it is about it. */
  #strike(): Fault | undefined {
    const faults = this.#faults;
    const { holder } = this.#connection;
    const struck = faults.pushing.filter(
      (fault) =>
        (fault.kind === "stale") === this.#isGreeting &&
        fault.concernsPush(this.#channel, holder) &&
        faults.strikes(fault),
    );
    const [first] = struck;
    if (first !== undefined) this.#connection.noteTraffic(this.#channel, first.kind);
    return first;
  }

  #go(frame: Frame, fault: Fault | undefined): void {
    switch (fault?.kind) {
      case "push-dropped":
        return;
      case "push-duplicated":
        this.#send(frame);
        this.#send(frame);
        return;
      case "push-delayed":
        this.#send(frame, fault.spec.ms);
        return;
      case "push-reordered":
        if (this.#swapped === undefined) this.#swap(frame);
        else this.#send(frame);
        return;
      case "stale":
        this.#send(fault.shownFirst(`${this.#channel} ${shapeOf(frame)}`, frame));
        return;
      case "half-closed":
        this.#connection.halfClose();
        return;
      case "maintenance":
        this.#connection.closeForMaintenance();
        return;
      default:
        this.#send(frame);
    }
  }

  /** Holds a push back until the next one has been sent. */
  #swap(frame: Frame): void {
    this.#swapped = frame;
    this.#isHolding = true;
  }

  /** Sends a push now, or after `delayMs` of market time, but never before an earlier push. */
  #send(frame: Frame, delayMs = 0): void {
    const { alarm, now } = this.#faults.parts;
    if (alarm === undefined || (delayMs === 0 && this.#underway.length === 0)) {
      this.#arrive(frame);
      return;
    }
    this.#underway.push({ due: now() + delayMs, frame });
    this.#isHolding = true;
    if (this.#underway.length > UNDERWAY_MAX) this.#arrive(this.#underway.shift()!.frame);
    if (this.#timer === undefined) this.#deliver();
  }

  /** Sends the pushes that are due, and sets an alarm for the next one. */
  #deliver(): void {
    const { alarm, now } = this.#faults.parts;
    this.#timer = undefined;
    const time = now();
    while (this.#underway.length > 0 && this.#underway[0]!.due <= time)
      this.#arrive(this.#underway.shift()!.frame);
    const [next] = this.#underway;
    if (next !== undefined) this.#timer = alarm?.(next.due, () => this.#deliver());
  }

  #arrive(frame: Frame): void {
    this.#outbox.push(frame);
    if (this.#swapped !== undefined) this.#outbox.push(this.#swapped);
    this.#swapped = undefined;
    this.#isHolding = this.#underway.length > 0;
  }
}

/** The names of a push's fields: dialects with channels of the same name push different shapes. */
function shapeOf(frame: Frame): string {
  return Object.keys(JSON.parse(textOfFrame(frame)) as object).join();
}
