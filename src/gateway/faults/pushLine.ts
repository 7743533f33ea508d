import type { TimeMs } from "../../core/index.ts";
import type { Timer } from "../../host/clock.ts";
import type { Channel } from "../sockets/channels.ts";
import type { Connection } from "../sockets/connection.ts";
import { CLOSE_RESTART } from "../sockets/connection.ts";
import type { Frame } from "../sockets/frame.ts";
import { textOfFrame } from "../sockets/frame.ts";
import type { Pushing } from "../sockets/outbox.ts";
import type { Fault } from "./fault.ts";

/** Pushes of a channel that may be on their way at a time; beyond this the oldest arrive early. */
const UNDERWAY_MAX = 10_000;

/**
 * One channel's way to one connection, where its pushes are dropped, doubled, delayed or swapped. Where no fault is about pushes, it
 * hands them on.
 *
 * What the channel shows at once when it is joined is its snapshot; everything after that is a push. Only `stale` is about the first,
 * and only the others are about the second.
 */
export class PushLine implements Pushing {
  readonly #connection: Connection;
  readonly #channel: string;
  /** Whether the channel shows its snapshot. */
  #isGreeting = false;
  /** Held back until the next push has been sent. */
  #swapped: Frame | undefined;
  /** On their way, in the order in which they arrive. */
  #underway: { readonly due: TimeMs; readonly frame: Frame }[] = [];
  #timer: Timer | undefined;

  constructor(connection: Connection, channel: string) {
    this.#connection = connection;
    this.#channel = channel;
  }

  /** Joins the channel; returns the way to leave it. What is on its way then never arrives. */
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
    if (this.#isPlain) this.#connection.outbox.push(frame);
    else this.#go(frame, this.#strike());
  }

  offer(frame: Frame, drained: () => void): boolean {
    const fault = this.#isPlain ? undefined : this.#strike();
    if (fault === undefined && !this.#isHolding) return this.#connection.outbox.offer(frame, drained);
    this.#go(frame, fault);
    return true;
  }

  get #isPlain(): boolean {
    return this.#connection.faults.pushing.length === 0 && !this.#isHolding;
  }

  get #isHolding(): boolean {
    return this.#swapped !== undefined || this.#underway.length > 0;
  }

  /** The first of the faults that strike; each counts the push, if it is about it. */
  #strike(): Fault | undefined {
    const { faults, holder } = this.#connection;
    const struck = faults.pushing.filter(
      (fault) =>
        (fault.kind === "stale") === this.#isGreeting &&
        fault.concernsPush(this.#channel, holder) &&
        faults.strikes(fault),
    );
    return struck[0];
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
        if (this.#swapped === undefined) this.#swapped = frame;
        else this.#send(frame);
        return;
      case "stale":
        this.#send(fault.shownFirst(`${this.#channel} ${shapeOf(frame)}`, frame));
        return;
      case "half-closed":
        this.#connection.halfClose();
        return;
      case "maintenance":
        this.#connection.close(CLOSE_RESTART, "the venue is under maintenance: connect again later");
        return;
      default:
        this.#send(frame);
    }
  }

  /** Sends it now, or after `delayMs` of market time; and never before what was sent before it. */
  #send(frame: Frame, delayMs = 0): void {
    const { alarm, now } = this.#connection.faults.parts;
    if (alarm === undefined || (delayMs === 0 && this.#underway.length === 0)) {
      this.#arrive(frame);
      return;
    }
    this.#underway.push({ due: now() + delayMs, frame });
    if (this.#underway.length > UNDERWAY_MAX) this.#arrive(this.#underway.shift()!.frame);
    if (this.#timer === undefined) this.#deliver();
  }

  /** Delivers what has arrived, and looks again when the next one does. */
  #deliver(): void {
    const { alarm, now } = this.#connection.faults.parts;
    this.#timer = undefined;
    const time = now();
    while (this.#underway.length > 0 && this.#underway[0]!.due <= time)
      this.#arrive(this.#underway.shift()!.frame);
    const [next] = this.#underway;
    if (next !== undefined) this.#timer = alarm?.(next.due, () => this.#deliver());
  }

  #arrive(frame: Frame): void {
    const { outbox } = this.#connection;
    outbox.push(frame);
    const swapped = this.#swapped;
    if (swapped === undefined) return;
    this.#swapped = undefined;
    outbox.push(swapped);
  }
}

/** The names of a push's fields: dialects that have channels of one name push them in shapes of their own. */
function shapeOf(frame: Frame): string {
  return Object.keys(JSON.parse(textOfFrame(frame)) as object).join();
}
