import type { NodeAddress } from "../../kernel/journal/clusterLog.ts";
import type { Log } from "../../service/gateway/index.ts";
import { offText } from "./clocks.ts";
import type { PeerNode } from "./peers.ts";
import type { StoreTime } from "./storeTime.ts";

/** One of the clocks that a node compares. */
export interface ComparedClock {
  /** The node whose machine's clock it is; empty for the store's. */
  readonly node: string;
  /** Where other nodes reach that node; empty for the store's clock. */
  readonly address: string;
  /**
   * How far the clock is from the median of all, ms; positive: ahead. `undefined` where there are too few to
   * tell.
   */
  readonly offMs: number | undefined;
}

/** Which clock is wrong, as one node sees it: its machine's, the store's, or either of them (`unclear`). */
type Fault = "none" | "own" | "store" | "unclear";

/**
 * Compares the clocks of a node's machine, of the store, and of the other nodes, and says which one is wrong.
 */
export class ClockWatch {
  readonly #self: NodeAddress;
  readonly #time: StoreTime;
  readonly #log: Log;
  #peers: readonly PeerNode[] = [];
  #fault: Fault = "none";

  constructor(self: NodeAddress, time: StoreTime, log: Log) {
    this.#self = self;
    this.#time = time;
    this.#log = log;
  }

  /** Whether this machine's clock is right, as far as anybody can tell. */
  get isOwnRight(): boolean {
    return !this.#isOff(this.#time.verdict?.ownOffMs ?? 0);
  }

  /** All clocks: this machine's first, then the store's. */
  get all(): readonly ComparedClock[] {
    const { verdict } = this.#time;
    return [
      { ...this.#self, offMs: verdict?.ownOffMs },
      { node: "", address: "", offMs: verdict?.storeOffMs },
      ...this.#peers.map(({ node, address }, i) => ({ node, address, offMs: verdict?.othersOffMs[i] })),
    ];
  }

  /**
   * Compares the clocks anew, and logs what is wrong with them whenever that has changed.
   *
   * @param peers the other nodes that live
   * @param offMaxMs how far from the median a clock may be, ms
   */
  compare(peers: readonly PeerNode[], offMaxMs: number): void {
    this.#peers = peers;
    this.#time.compare(
      peers.map(({ clockPositionMs }) => clockPositionMs),
      offMaxMs,
    );
    const fault = this.#faultNow();
    if (fault === this.#fault) return;
    this.#fault = fault;
    this.#report(fault);
  }

  #faultNow(): Fault {
    const { verdict, offMs } = this.#time;
    if (verdict === undefined) return this.#isOff(offMs) ? "unclear" : "none";
    if (this.#isOff(verdict.ownOffMs)) return "own";
    return this.#isOff(verdict.storeOffMs) ? "store" : "none";
  }

  #report(fault: Fault): void {
    const { verdict, offMs } = this.#time;
    const median = `the median of ${this.#peers.length + 2} clocks, those of the nodes and of the database`;
    const offMsOf = (ms: number) => ({ offMs: Math.round(ms) });
    if (fault === "own")
      this.#log.error(
        offMsOf(verdict!.ownOffMs),
        `this machine's clock is ${offText(verdict!.ownOffMs)} ${median}: this node does not lead until it is set right, or "outcry cluster clock --accept" says that it is meant`,
      );
    else if (fault === "store")
      this.#log.error(
        offMsOf(verdict!.storeOffMs),
        `the database's clock is ${offText(verdict!.storeOffMs)} ${median}: set it right there. Nodes lead, and market time goes by the median`,
      );
    else if (fault === "unclear")
      this.#log.warn(
        offMsOf(offMs),
        `the database's clock is ${offText(offMs)} this machine's, and no other node is heard that would tell which is wrong: this node leads all the same`,
      );
    else this.#log.info({}, "the clocks agree");
  }

  #isOff(ms: number): boolean {
    return Math.abs(ms) > this.#time.offMaxMs;
  }
}
