import type { Book, Fault, FaultType, Logged, Observation, Placed, Pushed, Read } from "./history.ts";

/**
 * Compares everything that clients saw of a cluster with what its log holds in the end, and with itself:
 *
 * - *lost*: what was acknowledged is in the log, under the id that was told;
 * - *doubled*: a client id that was used once is in the log at most once;
 * - *contradicted*: what was refused is not in the log;
 * - *phantom*: nobody was shown an order that the log does not hold;
 * - *stale*: a read shows everything that was acknowledged to its account, or shown or pushed to it, before
 *   it was sent;
 * - *missed*: a socket pushes what is acknowledged after it began, all of it and in the order of the log,
 *   until it ends;
 * - *divergent*: the book of one version is the same at every node, however it came to be there.
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
    else if (seen.type === "read" || seen.type === "pushed")
      for (const { order, clientId } of seen.type === "read" ? seen.orders : [seen])
        if (!held.has(`${seen.account} ${order}`))
          say(
            "phantom",
            `${seen.node} showed ${seen.account} order ${order} (${clientId}), which the log does not hold`,
          );
  }
  const ofAccounts = observations.filter(isOfAccount);
  for (const account of new Set(ofAccounts.map((seen) => seen.account))) {
    const seen = ofAccounts.filter((each) => each.account === account);
    checkFresh(seen, say);
    checkPushes(seen, say);
  }
  checkBooks(
    observations.filter((seen) => seen.type === "book"),
    say,
  );
  return faults;
}

type OfAccount = Exclude<Observation, Book>;

function isOfAccount(seen: Observation): seen is OfAccount {
  return seen.type !== "book";
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

/**
 * Real time decides: whoever asks after an answer was there sees no older state than that answer's, on
 * whichever node.
 */
function checkFresh(observations: readonly OfAccount[], say: Say): void {
  const known = observations
    .flatMap((seen): Known[] => {
      if (seen.type === "read")
        return [{ at: seen.answeredAt, version: seen.version, from: `a read at ${seen.node}` }];
      if (seen.type === "pushed")
        return [{ at: seen.at, version: seen.version, from: `a push of ${seen.clientId} at ${seen.node}` }];
      if (seen.type !== "placed" || seen.answer.type !== "acknowledged") return [];
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

/** What was acknowledged after a socket began is older than its last push only if it was pushed, too. */
function checkPushes(observations: readonly OfAccount[], say: Say): void {
  const pushes = new Map<string, Pushed[]>();
  for (const seen of observations)
    if (seen.type === "pushed") pushes.set(seen.socket, [...(pushes.get(seen.socket) ?? []), seen]);
  for (const seen of observations) {
    if (seen.type !== "listening") continue;
    const { account, node, socket, at } = seen;
    const pushed = pushes.get(socket) ?? [];
    let last = 0;
    for (const { version } of pushed) {
      if (version < last) say("missed", `${node} pushed ${account} version ${version} after version ${last}`);
      last = Math.max(last, version);
    }
    const orders = new Set(pushed.map(({ order }) => order));
    for (const placed of observations) {
      if (placed.type !== "placed" || placed.sentAt < at || placed.answer.type !== "acknowledged") continue;
      const { order, version } = placed.answer;
      if (version < last && !orders.has(order))
        say(
          "missed",
          `${node} pushed ${account} version ${last}, and never order ${order} of version ${version}`,
        );
    }
  }
}

function checkBooks(books: readonly Book[], say: Say): void {
  const known = new Map<number, Book>();
  const last = new Map<string, number>();
  for (const book of books) {
    const { node, socket, since, version, levels } = book;
    const before = last.get(socket);
    if (before !== undefined && since !== undefined && since !== before)
      say("missed", `${node} pushed a book from version ${since} to ${version}, after version ${before}`);
    last.set(socket, version);
    const other = known.get(version);
    if (other === undefined) known.set(version, book);
    else if (other.levels !== levels)
      say(
        "divergent",
        `${node} and ${other.node} showed different books of version ${version}: ${levels}, ${other.levels}`,
      );
  }
}
