import type { Direction, TcpProxy } from "../../host/tcpProxy.ts";
import type { TrialDatabase } from "./database.ts";
import type { NodeProcess } from "./nodeProcess.ts";

/**
 * What a network does, until it is mended: its connections end; nothing comes back; nothing goes through, and
 * nobody is told; all is later.
 */
const FAULTS = {
  cut: (proxy) => proxy.cut(),
  deafen: (proxy) => proxy.hold(["back"]),
  silence: (proxy) => proxy.hold(["there", "back"] satisfies Direction[]),
  slow: (proxy) => proxy.slow(SLOW_MS),
} as const satisfies Record<string, (proxy: TcpProxy) => void>;

/** What comes over a slow network is so much later, ms: appends go on, and the lease is kept. */
const SLOW_MS = 100;

/**
 * What is done to a cluster while it works, one after the other, round and round. A network is the leader's:
 * its way to the database, or the other nodes' way to it.
 */
export const DEEDS = [
  "kill leader",
  "pause leader",
  "cut database",
  "cut link",
  "kill standbys",
  "deafen database",
  "deafen link",
  "kill primary",
  "silence database",
  "silence link",
  "kill follower",
  "slow database",
  "slow link",
  "pause follower",
] as const;

export type Deed = (typeof DEEDS)[number];

/** What a deed was done to, and how long nothing was acknowledged because of it. */
export interface Done {
  readonly deed: Deed;
  readonly to: string;
  readonly at: number;
  /** From the deed to the first acknowledgement of an order that was sent after it, ms. */
  readonly gapMs: number;
}

export interface UnrestOptions {
  readonly nodes: readonly NodeProcess[];
  readonly database: TrialDatabase;
  /** How long standbys are down, and others stand still, beyond what their end or their return takes. */
  readonly outage: () => Promise<void>;
  /** Resolves when an order sent from now on was acknowledged. */
  readonly acknowledged: () => Promise<void>;
  /**
   * Resolves when every node that runs has answered a request sent from now on, or has left it unanswered.
   */
  readonly felt: () => Promise<void>;
}

/** Does a deed, waits until orders are acknowledged again, and revives what it was done to. */
export async function disturb(deed: Deed, options: UnrestOptions): Promise<Done> {
  const { acknowledged, outage } = options;
  const at = performance.now();
  const { to, end } = await begin(deed, options);
  await acknowledged();
  const gapMs = performance.now() - at;
  await outage();
  await end();
  return { deed, to, at, gapMs };
}

interface Begun {
  readonly to: string;
  readonly end: () => Promise<void>;
}

async function begin(deed: Deed, { nodes, database, outage, felt }: UnrestOptions): Promise<Begun> {
  if (deed === "kill standbys") {
    const leader = await nodeThat("leads", nodes);
    await database.loseStandbys();
    // A commit waits for a standby, and so does the lease: nobody leads until there is one again.
    while (leader.state === "leads") await leader.look();
    await outage();
    await database.reviveStandbys();
    return { to: database.standbys.map(({ name }) => name).join(", "), end: async () => {} };
  }
  if (deed === "kill primary") {
    const { name, revive } = await database.losePrimary();
    return { to: name, end: revive };
  }
  const [what, whom] = deed.split(" ") as [
    "kill" | "pause" | keyof typeof FAULTS,
    "leader" | "follower" | "database" | "link",
  ];
  const node = await nodeThat(whom === "follower" ? "follows" : "leads", nodes);
  const to = `node ${node.name}`;
  if (what === "kill") {
    await node.kill();
    return { to, end: () => node.start() };
  }
  if (what === "pause") {
    node.pause();
    return { to, end: async () => node.resume() };
  }
  const network = node.network.of(whom as "database" | "link");
  for (const proxy of network) FAULTS[what](proxy);
  return {
    to,
    async end() {
      // Orders at the leader go on without the others: it lasts until these have met it.
      if (whom === "link") await felt();
      for (const proxy of network) proxy.mend();
    },
  };
}

/** Between two leaders nobody leads, and on a busy machine that happens by itself. */
async function nodeThat(wanted: "leads" | "follows", nodes: readonly NodeProcess[]): Promise<NodeProcess> {
  for (;;) {
    await Promise.all(nodes.map((node) => node.look()));
    const node = nodes.find(({ state }) => state === wanted);
    if (node !== undefined) return node;
  }
}
