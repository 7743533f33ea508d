import { setTimeout as pause } from "node:timers/promises";
import type { control } from "../../../../interface/client/index.ts";
import { ControlClient, NoAnswerError, VenueError } from "../../../../interface/client/index.ts";
import type { LogFacts } from "../../../../kernel/journal/postgres/inspect.ts";
import type { Notes } from "../findings.ts";

const ANSWER_WITHIN_MS = 10_000;
/** How many times nodes that are still executing commands are asked, and the pause between, ms. */
const LOOKS_MAX = 50;
const PAUSE_MS = 100;

interface Node {
  /** Address of the node's control. */
  readonly url: string;
  readonly control: ControlClient;
  readonly cluster: control.ClusterStatus;
  readonly status: control.VenueStatus;
}

/**
 * Examines nodes through their control: whether each answers, whether they agree on who leads, have the same
 * key and format, correct clocks, and the leader's commands and outcomes.
 *
 * @param urls addresses of control
 * @param log what the database says, if it was asked
 */
export async function examineNodes(
  urls: readonly string[],
  token: string,
  log: LogFacts | undefined,
  notes: Notes,
): Promise<void> {
  // All nodes are asked at a time, and reported in the order in which they are named.
  const asked = await Promise.all(urls.map((url) => ask(url, token, notes)));
  const nodes = asked.map((each) => nodeOf(each, notes)).filter((each) => each !== undefined);
  if (nodes.length === 0) return;
  examineLeader(nodes, log, notes);
  examineLinks(nodes, notes);
  examineSameness(nodes, log, notes);
  examineClocks(nodes, notes);
  await examineLag(nodes, notes);
  await examineDigests(nodes, notes);
}

async function ask(
  url: string,
  token: string,
  notes: Notes,
): Promise<Node | { url: string; error: unknown }> {
  const control = new ControlClient({ baseUrl: url, token, timeoutMs: ANSWER_WITHIN_MS });
  try {
    const cluster = await notes.timed("GET cluster", control.call("GET cluster"));
    return { url, control, cluster, status: await control.call("GET status") };
  } catch (error) {
    return { url, error };
  }
}

/** Reports the state of a node. @returns undefined for one that cannot be compared with others */
function nodeOf(asked: Awaited<ReturnType<typeof ask>>, notes: Notes): Node | undefined {
  const check = `node ${asked.url}`;
  if ("error" in asked) {
    notes.wrong(check, adviceOn(asked.error));
    return undefined;
  }
  const { cluster, status } = asked;
  if (cluster.node === "") {
    notes.wrong(check, "is a venue of one process: start it with --cluster to make it a node");
    return undefined;
  }
  if (status.haltReason !== null)
    notes.wrong(
      check,
      `has halted: ${status.haltReason}. Start it again; keep the dumps of its data directory`,
    );
  else if (status.history !== "whole") notes.wrong(check, `its history is not whole: ${status.history}`);
  else notes.ok(check, `${cluster.leads ? "leads" : "follows"}, at command ${status.headSeq}`);
  return asked;
}

function adviceOn(error: unknown): string {
  if (error instanceof NoAnswerError)
    return "does not answer: start it, or name the address at which its control listens (--control-port)";
  if (error instanceof VenueError && error.status === 401)
    return "does not take this token, which the nodes of a cluster draw from one master key: it has another key, or give its token with --token";
  if (error instanceof VenueError) return error.message;
  throw error;
}

/** Checks that all nodes name the same leader, and that the database names it, too. */
function examineLeader(nodes: readonly Node[], log: LogFacts | undefined, notes: Notes): void {
  const words = nodes.map(({ url, cluster: { leader, epoch } }) => ({
    who: url,
    leads: leader === "" ? "nobody leads" : `${leader} leads under epoch ${epoch}`,
  }));
  if (log !== undefined && log.holder !== undefined && log.leftMs > 0)
    words.push({ who: "the database", leads: `${log.holder.address} leads under epoch ${log.epoch}` });
  const { leads } = words[0]!;
  if (words.some((each) => each.leads !== leads))
    notes.wrong(
      "leader",
      `${words.map((each) => `${each.who} says that ${each.leads}`).join("; ")}. Ask again in a moment; if it stays so, one of them is cut off from the database: its log says why`,
    );
  else if (leads === "nobody leads")
    notes.wrong(
      "leader",
      "nobody leads: nothing that changes something is accepted. The nodes' logs say why",
    );
  else notes.ok("leader", leads);
}

/** Checks that the leader hears of each node, and that each node that it hears of was named. */
function examineLinks(nodes: readonly Node[], notes: Notes): void {
  const leading = nodes.find(({ cluster }) => cluster.leads) ?? nodes[0]!;
  const known = new Map(leading.cluster.nodes.map(({ node, address }) => [node, address]));
  for (const { url, cluster } of nodes)
    if (!known.has(cluster.node))
      notes.wrong(
        `link of ${url}`,
        `the leader at ${leading.cluster.leader} does not hear of it: what it says with --advertise must be reached from the other nodes`,
      );
  const named = new Set(nodes.map(({ cluster }) => cluster.node));
  const others = [...known].filter(([node]) => !named.has(node));
  if (others.length > 0)
    notes.note(
      "other nodes",
      `${others.map(([, address]) => address).join(", ")}: name them, too, with --node`,
    );
}

/** Checks the clocks, by the comparison of the node that knows most of them. */
function examineClocks(nodes: readonly Node[], notes: Notes): void {
  const [{ cluster }] = nodes.toSorted((a, b) => b.cluster.clocks.length - a.cluster.clocks.length) as [Node];
  const { clocks, clockBoundMs } = cluster;
  if (clocks.some(({ offMs }) => offMs === null))
    return notes.skip("clocks", "with one node and the database nobody can tell which is wrong");
  const wrong = clocks.filter(({ offMs }) => Math.abs(offMs!) > clockBoundMs);
  if (wrong.length === 0)
    return notes.ok("clocks", `${clocks.length}, each within ${clockBoundMs} ms of their median`);
  for (const { node, address, offMs } of wrong) {
    const named = nodes.find((each) => each.cluster.node === node);
    const whose = node === "" ? "the database" : (named?.url ?? address);
    const off = `${Math.abs(offMs!)} ms ${offMs! < 0 ? "behind" : "ahead of"} the median of ${clocks.length} clocks`;
    notes.wrong(
      `clock of ${whose}`,
      node === ""
        ? `${off}: set its machine's clock right. Nodes lead all the same, and market time goes by the median`
        : `${off}: the node does not lead until its machine's clock is set right`,
    );
  }
}

/** Checks the master key and the storage format, which must be the same for all. */
function examineSameness(nodes: readonly Node[], log: LogFacts | undefined, notes: Notes): void {
  const hex = (format: number): string => format.toString(16).padStart(8, "0");
  const ofNodes = (what: (node: Node) => string) => nodes.map((node) => [node.url, what(node)] as const);
  const keys = ofNodes(({ cluster }) => cluster.node.slice(cluster.node.indexOf("-") + 1));
  const formats = ofNodes(({ status }) => status.format);
  if (log !== undefined) {
    keys.push(["the database", log.keyFingerprint]);
    formats.push(["the database", hex(log.format)]);
  }
  same(
    "master key",
    keys,
    "give all nodes the same: OUTCRY_MASTER_KEY, or master.key of the data directory",
    notes,
  );
  same("format", formats, "run the same build on all nodes", notes);
}

function same(
  what: string,
  all: readonly (readonly [who: string, value: string])[],
  remedy: string,
  notes: Notes,
): void {
  if (new Set(all.map(([, value]) => value)).size === 1) notes.ok(what, "the same everywhere");
  else notes.wrong(what, `${all.map(([who, value]) => `${who} has ${value}`).join("; ")}: ${remedy}`);
}

/** Checks that each node reaches the command at which the furthest node was. */
async function examineLag(nodes: readonly Node[], notes: Notes): Promise<void> {
  const target = Math.max(...nodes.map(({ status }) => status.durableSeq));
  const late = new Map(nodes.map((node) => [node, target - node.status.headSeq]));
  for (let look = 1; look <= LOOKS_MAX; look++) {
    for (const [node, behind] of late) if (behind <= 0) late.delete(node);
    if (late.size === 0)
      return notes.ok("lag", `each has executed command ${target}, the last at the first look`);
    await pause(PAUSE_MS);
    for (const node of late.keys()) late.set(node, target - (await node.control.call("GET status")).headSeq);
  }
  for (const [{ url }, behind] of late)
    notes.wrong(
      `lag of ${url}`,
      `${behind} commands behind where another node was ${(LOOKS_MAX * PAUSE_MS) / 1_000} s ago: it is too slow, or does not reach the database or the leader; its log says so`,
    );
}

/** Compares the outcomes of two nodes at the same command. */
async function examineDigests(nodes: readonly Node[], notes: Notes): Promise<void> {
  const others = nodes.length - 1;
  if (others === 0) return notes.skip("digests", "there is one node to look at");
  for (let look = 1; look <= LOOKS_MAX; look++) {
    const seen = await Promise.all(nodes.map(({ control }) => control.call("GET status")));
    const [first, ...rest] = seen as [control.VenueStatus, ...control.VenueStatus[]];
    if (rest.every(({ headSeq }) => headSeq === first.headSeq)) {
      const differs = nodes.slice(1).filter((_, i) => rest[i]!.digest !== first.digest);
      if (differs.length === 0) return notes.ok("digests", `the same at command ${first.headSeq}`);
      return notes.wrong(
        "digests",
        `at command ${first.headSeq} ${differs.map(({ url }) => url).join(", ")} computed another outcome than ${nodes[0]!.url}: stop it, keep its data directory, and report it`,
      );
    }
    await pause(PAUSE_MS);
  }
  notes.note(
    "digests",
    "no two looks met at the same command; each node compares the leader's digest with every frame, and halts where they differ",
  );
}
