import type { NodeHeartbeat } from "../../kernel/journal/clusterLog.ts";

/** What a node tells the others by way of the store. */
export interface NodeAnnouncement {
  readonly address: string;
  /**
   * How far the store's clock is ahead of the clock of the announcing node's machine, ms; negative: behind.
   */
  readonly offMs: number;
  /** Whether the node leads, or hears the one that does. */
  readonly isLinked: boolean;
  /** The nodes that it reaches by their addresses; given while some node is not linked. */
  readonly reaches: readonly string[];
}

/** Another node that lives. */
export interface PeerNode extends NodeAnnouncement {
  readonly node: string;
  /** How far the node's wall clock is ahead of this host's monotonic time (`storeTime.ts`), ms. */
  readonly clockPositionMs: number;
}

/**
 * Two measured positions of a clock that are no further apart than this, ms, differ by the time that messages
 * take only; two that are further apart mean that the clock was set.
 */
const SAME_MS = 100;

interface Heard {
  readonly announcement: NodeAnnouncement;
  readonly beat: number;
  readonly atMs: number;
  readonly clockPositionMs: number;
  /** Position of the node's clock by its last announcement, ms; believed once a second one agrees. */
  readonly announcedPositionMs: number;
}

/**
 * The other nodes, as this one hears of them by way of the store: those that have said something of late, by
 * this node's own clock.
 */
export class Peers {
  readonly #forgetMs: number;
  readonly #heard = new Map<string, Heard>();

  /** @param forgetMs after how long without an announcement a node is not counted any more */
  constructor(forgetMs: number) {
    this.#forgetMs = forgetMs;
  }

  /**
   * Takes in what the other nodes have announced.
   *
   * @param storePositionMs the position of the store's clock, with which the nodes compare their clocks
   */
  heard(present: readonly NodeHeartbeat[], nowMs: number, storePositionMs: number): void {
    for (const { node, beat, ageMs, announcement: text } of present) {
      const known = this.#heard.get(node);
      if (known?.beat === beat) continue;
      // A node that was not known here has been silent for the age that the store gives its announcement.
      const atMs = known === undefined ? nowMs - Math.max(ageMs, 0) : nowMs;
      const announcement = JSON.parse(text) as NodeAnnouncement;
      const announcedPositionMs = storePositionMs - announcement.offMs;
      // Where the store's clock jumped between that node's look and this one's, the announcement measures the
      // clock as it was before the jump: a position that is new is believed once two in a row agree.
      const isSame = (than: number): boolean => Math.abs(announcedPositionMs - than) <= SAME_MS;
      const isBelieved =
        known === undefined || isSame(known.clockPositionMs) || isSame(known.announcedPositionMs);
      this.#heard.set(node, {
        announcement,
        beat,
        atMs,
        announcedPositionMs,
        clockPositionMs: isBelieved ? announcedPositionMs : known.clockPositionMs,
      });
    }
    for (const [node, { atMs }] of this.#heard) if (!this.#isAlive(atMs, nowMs)) this.#heard.delete(node);
  }

  at(nowMs: number): readonly PeerNode[] {
    return [...this.#heard].flatMap(([node, { announcement, atMs, clockPositionMs }]) =>
      this.#isAlive(atMs, nowMs) ? [{ node, clockPositionMs, ...announcement }] : [],
    );
  }

  #isAlive(atMs: number, nowMs: number): boolean {
    return nowMs - atMs <= this.#forgetMs;
  }
}

/**
 * The node that is to lead in place of `self`: a majority of the nodes reaches it, and no majority reaches
 * `self`. `undefined`: there is none, or every node hears who leads.
 *
 * @param followers the nodes that are connected to `self`, so they reach it
 */
export function successorOf(
  self: string,
  peers: readonly PeerNode[],
  followers: readonly string[],
): PeerNode | undefined {
  if (peers.every(({ isLinked }) => isLinked)) return undefined;
  const isReachedByMost = (node: string, connected: readonly string[]): boolean => {
    const by = peers.filter(
      (each) => each.node !== node && (each.reaches.includes(node) || connected.includes(each.node)),
    );
    return (1 + by.length) * 2 > peers.length + 1;
  };
  if (isReachedByMost(self, followers)) return undefined;
  return peers.find(({ node }) => isReachedByMost(node, []));
}
