import type { SeededRng } from "../../../src/kernel/host/seededRng.ts";
import type { SimulatedClock } from "../../host/simulatedClock.ts";
import type { ClusterCounts } from "./clusterHistory.ts";
import type { SimulatedDatabase } from "./database.ts";
import { DATABASE } from "./database.ts";
import type { Machine } from "./machine.ts";
import type { Network } from "./network.ts";
import type { SimulatedNode } from "./node.ts";
import type { SimulatedLinks } from "./wire.ts";

export interface UnrestWorld {
  readonly clock: SimulatedClock;
  readonly rng: SeededRng;
  readonly counts: ClusterCounts;
  readonly network: Network;
  readonly database: SimulatedDatabase;
  readonly links: SimulatedLinks;
  readonly machines: readonly Machine[];
  /** The latest process on each machine. */
  readonly nodes: ReadonlyMap<string, SimulatedNode>;
  readonly leaseMs: number;
  readonly start: (machine: Machine) => void;
  readonly say: (what: string) => void;
}

/** What is done to a cluster, and undone a while later; several things at a time. */
type Deed = (world: UnrestWorld) => (() => void) | undefined;

/** Does one thing after the other to a cluster, until it ends and all of it is undone. */
export class Unrest {
  readonly #world: UnrestWorld;
  readonly #undo = new Set<() => void>();
  #isOver = false;

  constructor(world: UnrestWorld) {
    this.#world = world;
    this.#next();
  }

  end(): void {
    this.#isOver = true;
    for (const undo of this.#undo) undo();
    this.#undo.clear();
  }

  #next(): void {
    const { clock, rng, leaseMs } = this.#world;
    clock.setTimer(rng.below(leaseMs * 2), () => {
      if (this.#isOver) return;
      this.#do(DEEDS[rng.below(DEEDS.length)]!);
      this.#next();
    });
  }

  #do(deed: Deed): void {
    const { clock, rng, leaseMs } = this.#world;
    const undo = deed(this.#world);
    if (undo === undefined) return;
    const once = (): void => {
      if (this.#undo.delete(once)) undo();
    };
    this.#undo.add(once);
    clock.setTimer(rng.below(rng.oneIn(2) ? leaseMs * 3 : 300), once);
  }
}

const kill: Deed = ({ counts, links, start, say, ...world }) => {
  const machine = victim(world);
  if (machine?.life === undefined) return undefined;
  say(`${machine.name} is killed`);
  counts.kills++;
  machine.kill();
  links.reset(machine.name);
  return () => restart(machine, start, say);
};

const cutPower: Deed = ({ counts, links, start, say, rng, ...world }) => {
  const machine = victim({ rng, ...world });
  if (machine?.life === undefined) return undefined;
  say(`${machine.name} has no power`);
  counts.powerCuts++;
  machine.cutPower(rng);
  links.silence(machine.name);
  return () => restart(machine, start, say);
};

const stop: Deed = ({ counts, links, start, say, nodes, ...world }) => {
  const machine = victim({ nodes, ...world });
  const node = nodes.get(machine?.name ?? "");
  if (machine?.life === undefined || machine.isPaused || node === undefined) return undefined;
  say(`${machine.name} is stopped in order`);
  counts.stops++;
  const { life } = machine;
  void node.stop();
  return () => {
    if (machine.life !== life) return;
    machine.kill();
    links.reset(machine.name);
    restart(machine, start, say);
  };
};

const pause: Deed = ({ counts, say, ...world }) => {
  const machine = victim(world);
  if (machine?.life === undefined || machine.isPaused) return undefined;
  say(`${machine.name} stands still`);
  counts.pauses++;
  machine.pause();
  return () => {
    say(`${machine.name} goes on`);
    machine.resume();
  };
};

/** A way of the network stands still, in one direction or both. */
const hold: Deed = ({ counts, network, say, rng, ...world }) => {
  const [from, to] = way({ rng, ...world });
  const isBoth = rng.oneIn(2);
  say(`nothing gets from ${from} to ${to}${isBoth ? ", nor back" : ""}`);
  counts.holds++;
  network.hold(from, to);
  if (isBoth) network.hold(to, from);
  return () => {
    say(`${from} reaches ${to} again`);
    network.mend(from, to);
    network.mend(to, from);
  };
};

const slow: Deed = ({ counts, network, say, rng, leaseMs, ...world }) => {
  const [from, to] = way({ rng, ...world });
  say(`from ${from} to ${to} is slow`);
  counts.slow++;
  network.slow(from, to, rng.below(leaseMs));
  return () => network.mend(from, to);
};

const loseStandby: Deed = ({ counts, database, say }) => {
  say("the standby is lost");
  counts.standbyLosses++;
  database.setStandby(false);
  return () => {
    say("the standby is back");
    database.setStandby(true);
  };
};

/** The primary ends, and comes back, or its standby takes its place. */
const crashPrimary: Deed = ({ counts, database, say, rng }) => {
  if (!database.isUp) return undefined;
  const isPromoted = rng.oneIn(2);
  say(`the primary ends${isPromoted ? ", for ever" : ""}`);
  counts.crashes++;
  database.crash(rng.oneIn(2));
  return () => {
    if (isPromoted) {
      counts.promotions++;
      say("the standby is the primary");
      database.promote();
    } else {
      say("the primary is back");
      database.restart();
    }
  };
};

const stepDown: Deed = ({ counts, nodes, say }) => {
  const leader = [...nodes.values()].find(({ leads, life }) => leads && !life.isOver);
  if (leader === undefined || leader.life.machine.isPaused) return undefined;
  say(`${leader.name} is asked to step down`);
  counts.stepDowns++;
  leader.stepDown();
  return undefined;
};

const jumpClock: Deed = ({ counts, machines, say, rng }) => {
  const machine = machines[rng.below(machines.length)]!;
  const was = machine.offMs;
  machine.offMs = rng.below(3_000) - 1_500;
  say(`${machine.name}'s clock is ${machine.offMs} ms off`);
  counts.clockJumps++;
  return () => {
    machine.offMs = was;
  };
};

/** The primary's clock jumps, by seconds or by an hour; back again after a while. */
const jumpDatabaseClock: Deed = ({ counts, database, say, rng }) => {
  const was = database.offMs;
  database.offMs = rng.oneIn(3) ? (rng.oneIn(2) ? 3_600_000 : -3_600_000) : rng.below(12_000) - 6_000;
  say(`the database's clock is ${database.offMs} ms off`);
  counts.databaseClockJumps++;
  return () => {
    database.offMs = was;
  };
};

const DEEDS: readonly Deed[] = [
  kill,
  kill,
  cutPower,
  stop,
  pause,
  pause,
  hold,
  hold,
  hold,
  slow,
  loseStandby,
  crashPrimary,
  crashPrimary,
  stepDown,
  jumpClock,
  jumpDatabaseClock,
  jumpDatabaseClock,
];

/** A machine; the one that leads as often as all others together. */
function victim({
  machines,
  nodes,
  rng,
}: Pick<UnrestWorld, "machines" | "nodes" | "rng">): Machine | undefined {
  const leader = [...nodes.values()].find(({ leads, life }) => leads && !life.isOver);
  return leader !== undefined && rng.oneIn(2) ? leader.life.machine : machines[rng.below(machines.length)];
}

/** Two places that talk to each other: a node and the database, or two nodes. */
function way(world: Pick<UnrestWorld, "machines" | "nodes" | "rng">): readonly [string, string] {
  const { rng, machines } = world;
  const one = victim(world)!.name;
  const others = machines.filter(({ name }) => name !== one);
  const other = rng.oneIn(2) ? DATABASE : others[rng.below(others.length)]!.name;
  return rng.oneIn(2) ? [one, other] : [other, one];
}

function restart(machine: Machine, start: (machine: Machine) => void, say: (what: string) => void): void {
  if (machine.life !== undefined) return;
  say(`${machine.name} starts`);
  start(machine);
}
