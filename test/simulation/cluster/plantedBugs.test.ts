import { expect, test } from "vitest";
import { type PlantedBug, withBug } from "../../plantedBug.ts";

/*
 * The simulation of a cluster, tried: one of a thousand seeds must find each of these bugs.
 */
/** Found by the first seeds. */
const BUGS: Readonly<Record<string, PlantedBug>> = {
  "commits without waiting for the standby": {
    file: "test/simulation/cluster/database.ts",
    find: "return this.#durable(this.#last).then(() => answer);",
    replace: "return Promise.resolve(answer);",
  },
  "takes an append in doubt for done": {
    file: "src/kernel/journal/fenced/fencedLog.ts",
    find: "inDoubt = true;",
    replace: "break;",
  },
  "takes over without raising the fence": {
    file: "src/kernel/journal/fenced/fencedLog.ts",
    find: "this.#store.fence(epoch, seen.nextSeq)",
    replace: "this.#store.head(seen.nextSeq)",
  },
  "publishes before it is durable": {
    file: "src/kernel/engine/engine.ts",
    find: "if (!flight.isDurable || !flight.isExecuted",
    replace: "if (!flight.isExecuted",
  },
  "reads at a follower without asking the leader": {
    file: "src/assembly/cluster/membership.ts",
    find: "await this.#joined!.follow.reach(seq);",
    replace: "await this.#joined!.follow.reach(0 * seq);",
  },
  "sends a placement again without what it is known by": {
    file: "test/simulation/cluster/desk.ts",
    find: "requestHash: hash",
    replace: "requestHash: 0 * hash",
  },
};

/** What it takes some dozen seeds to find: for the long tests. */
const RARE: Readonly<Record<string, PlantedBug>> = {
  "appends whatever the fence says": {
    file: "test/simulation/cluster/database.ts",
    find: "last.fence !== epoch || this.#database.nextSeq(last) !== frame.firstSeq",
    replace: "this.#database.nextSeq(last) !== frame.firstSeq",
  },
  "begins a connection without a barrier": {
    file: "test/simulation/cluster/database.ts",
    find: "connection.ready = this.#ask(way, connection, BARRIER);",
    replace: "connection.ready = Promise.resolve();",
  },
  "leads on though its lease is over": {
    file: "src/assembly/cluster/leadership.ts",
    find: "this.#certainUntilMs = sentMs + leaseMs;",
    replace: "this.#certainUntilMs = sentMs + 100 * leaseMs;",
  },
  "sends again what is not the same a second time": {
    file: "src/assembly/cluster/node.ts",
    find: "if (!isRepeatable) throw unknown();",
    replace: "",
  },
};

/**
 * What has one of these bugs, or imports something that may; core, wire and what lies below them is loaded
 * once.
 */
const FOLDERS = [
  "src/assembly/cluster/",
  "src/kernel/engine/",
  "src/kernel/journal/",
  "test/simulation/cluster/",
];

const TRIED = process.env.OUTCRY_LONG === undefined ? BUGS : { ...BUGS, ...RARE };

test.each(Object.entries(TRIED))("a cluster that %s is found", async (name, bug) => {
  const { clusterHistory, noCounts } = await withBug<typeof import("./clusterHistory.ts")>(
    name,
    bug,
    "test/simulation/cluster/clusterHistory.ts",
    FOLDERS,
  );
  const hunt = async (): Promise<void> => {
    for (let seed = 1; seed <= 1_000; seed++)
      await clusterHistory(seed, noCounts()).catch((error: Error) => {
        throw new Error(`seed ${seed}: ${error.message}`);
      });
  };
  const said = await hunt().catch((error: Error) => error.message);
  if (process.env.OUTCRY_LONG !== undefined) console.info(`${name}: ${said}`);
  expect(said).toMatch(/^seed \d+: /);
});
