import type { Fault, FaultType, Logged, Observation, Placed, Read } from "./history.ts";

/**
 * Compares everything that clients saw of a cluster with what its log holds in the end, and with itself:
 *
 * - *lost*: what was acknowledged is in the log, under the id that was told;
 * - *doubled*: a client id that was used once is in the log at most once;
 * - *contradicted*: what was refused is not in the log;
 * - *phantom*: nobody was shown an order that the log does not hold;
 * - *stale*: a read shows everything that was acknowledged to its account, or shown or pushed to it, before it was sent.
 */
export function check(observations: readonly Observation[], log: readonly Logged[]): Fault[] {
  const faults: Fault[] = [];
  const say = (type: FaultType, says: string): void => void faults.push({ type, says });
  const logged = new Map<string, Logged[]>();
  for (const order of log) {
    const name = `${order.account} ${order.clientId}`;
    logged.set(name, [...(logged.get(name) ?? []), order]);
  }
  const held = new Set(log.map(({ account, order }) => `${account} ${order}`));

  for (const [name, orders] of logged)
    if (orders.length > 1)
      say(
        "doubled",
        `${name} is in the log ${orders.length} times: ${orders.map(({ order }) => order).join(", ")}`,
      );

  for (const seen of observations) {
    if (seen.type === "placed") checkPlaced(seen, logged.get(`${seen.account} ${seen.clientId}`) ?? [], say);
    else
      for (const { order, clientId } of seen.type === "read" ? seen.orders : [seen])
        if (!held.has(`${seen.account} ${order}`))
          say(
            "phantom",
            `${seen.node} showed ${seen.account} order ${order} (${clientId}), which the log does not hold`,
          );
  }
  for (const account of new Set(observations.map((seen) => seen.account)))
    checkFresh(
      observations.filter((seen) => seen.account === account),
      say,
    );
  return faults;
}

type Say = (type: FaultType, says: string) => void;

function checkPlaced({ account, clientId, node, answer }: Placed, orders: readonly Logged[], say: Say): void {
  const name = `${account} ${clientId}`;
  if (answer.type === "acknowledged" && !orders.some(({ order }) => order === answer.order))
    say("lost", `${node} acknowledged ${name} as order ${answer.order}, which the log does not hold`);
  if (answer.type === "refused" && orders.length > 0)
    say(
      "contradicted",
      `${node} refused ${name} (${answer.why}), but the log holds it as ${orders[0]!.order}`,
    );
}

/** What an account knew, from when on. */
interface Known {
  readonly at: number;
  readonly version: number;
  readonly from: string;
}

/** Real time decides: whoever asks after an answer was there sees no older state than that answer's, on whichever node. */
function checkFresh(observations: readonly Observation[], say: Say): void {
  const known = observations
    .flatMap((seen): Known[] => {
      if (seen.type === "read")
        return [{ at: seen.answeredAt, version: seen.version, from: `a read at ${seen.node}` }];
      if (seen.type === "pushed")
        return [{ at: seen.at, version: seen.version, from: `a push of ${seen.clientId} at ${seen.node}` }];
      if (seen.answer.type !== "acknowledged") return [];
      const { version } = seen.answer;
      return [
        { at: seen.answeredAt, version, from: `the acknowledgement of ${seen.clientId} by ${seen.node}` },
      ];
    })
    .sort((a, b) => a.at - b.at);
  const reads = observations
    .filter((seen): seen is Read => seen.type === "read")
    .sort((a, b) => a.sentAt - b.sentAt);
  let newest: Known | undefined;
  let next = 0;
  for (const read of reads) {
    for (; next < known.length && known[next]!.at < read.sentAt; next++)
      if (newest === undefined || known[next]!.version > newest.version) newest = known[next]!;
    if (newest !== undefined && read.version < newest.version)
      say(
        "stale",
        `${read.node} showed ${read.account} version ${read.version}, ${Math.round(read.sentAt - newest.at)} ms after ` +
          `${newest.from} had version ${newest.version}`,
      );
  }
}
