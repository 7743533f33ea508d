import { stat } from "node:fs/promises";
import { expect, onTestFinished } from "vitest";
import type { Venue, VenueOptions } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import type { ClusterOptions } from "../../src/assembly/venue/options.ts";
import { formatTag } from "../../src/kernel/engine/index.ts";
import { freePort } from "../host/freePort.ts";
import { SimulatedClock } from "../host/simulatedClock.ts";
import { TcpProxy } from "../host/tcpProxy.ts";
import { MemoryLogStore } from "../journal/memoryLogStore.ts";
import { leaveTime } from "../steady/lateness.ts";
import { Client } from "../venue/client.ts";

export const LEASE_MS = 2_000;

/** The log is the one in memory. */
type NodeOptions = Omit<VenueOptions, "cluster"> & { readonly cluster?: Partial<ClusterOptions> };

/**
 * Nodes in this process, on a log in memory and a clock that the test holds: leases end when it says so,
 * however busy the machine is.
 */
export class Nodes {
  readonly clock = new SimulatedClock({ seed: 1 });
  readonly store = new MemoryLogStore({ clock: this.clock, format: formatTag() });
  readonly #venues = new Map<string, Venue>();
  readonly #cut = new Set<string>();

  constructor() {
    // A node that is cut off hears nothing of the store, for ever.
    this.store.way = ({ name }) => (this.#cut.has(name) ? new Promise(() => undefined) : undefined);
  }

  /** @param build starts a venue of another build */
  async start(name: string, options: NodeOptions = {}, build = startVenue): Promise<Venue> {
    const starting = build({
      prices: { btc: 60_000 },
      masterKey: new Uint8Array(32).fill(7),
      hostClock: this.clock,
      ...options,
      cluster: {
        log: (known: number) => this.store.open(name, known),
        leaseMs: LEASE_MS,
        ...options.cluster,
      },
    });
    const venue = await this.passing(starting);
    this.#venues.set(name, venue);
    return venue;
  }

  /**
   * Holds back what a node reads of the log, until the function returned is called; what the leader sends
   * arrives.
   */
  holdReads(name: string): () => void {
    const usual = this.store.way;
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.store.way = (call) => (call.name === name && call.operation === "frames" ? held : usual(call));
    return () => {
      this.store.way = usual;
      release();
    };
  }

  /** Cuts a node's contact with the store. */
  cutOff(name: string): void {
    this.#cut.add(name);
  }

  reconnect(name: string): void {
    this.#cut.delete(name);
  }

  /** Lets host time pass until something has happened. */
  async until(happened: () => boolean): Promise<void> {
    while (!happened()) {
      await this.clock.advance(20);
      await new Promise((resolve) => setImmediate(resolve)); // what comes over a connection needs a turn of the loop
      // And what another thread or process does needs a core: the clock waits for one like they do, or
      // requests grow old on a busy machine.
      await stat(import.meta.dirname);
      await leaveTime();
    }
  }

  /** Lets the clock pass until a promise is settled. @returns what it brings */
  async passing<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const done = work.finally(() => {
      isDone = true;
    });
    done.catch(() => undefined); // the caller has the rejection
    await this.until(() => isDone);
    return done;
  }

  async stop(): Promise<void> {
    this.#cut.clear();
    await this.passing(Promise.all([...this.#venues.values()].map((venue) => venue.stop())));
  }
}

/** Nodes that are stopped after the test. */
export function nodesOfTest(): Nodes {
  const nodes = new Nodes();
  onTestFinished(() => nodes.stop());
  return nodes;
}

/** A node that leads and one that follows it, with a client at each. */
export async function pair(options: VenueOptions = {}) {
  const nodes = nodesOfTest();
  const a = await nodes.start("a", options);
  const b = await nodes.start("b", options);
  expect([a.engine.state, b.engine.state]).toEqual(["running", "following"]);
  const clients = [a, b].map(
    (venue) => new Client(venue.baseUrl, a.accounts[0]!, () => nodes.clock.wallMs()),
  );
  return { nodes, a, b, clients };
}

/** A node that leads, which the others reach by a proxy, and some that follow it. */
export async function behindProxy(...others: readonly string[]) {
  const nodes = nodesOfTest();
  const port = await freePort();
  const way = await TcpProxy.start({ host: "127.0.0.1", port });
  onTestFinished(() => way.end());
  const at = (ofPort: number) => ({ host: "127.0.0.1", port: ofPort });
  const a = await nodes.start("a", { cluster: { advertise: at(way.port), listen: at(port) } });
  const following = [];
  for (const name of others) following.push(await nodes.start(name));
  const clients = [a, ...following].map(
    ({ baseUrl }) => new Client(baseUrl, a.accounts[0]!, () => nodes.clock.wallMs()),
  );
  return { nodes, way, a, following, clients };
}
