import type { Present } from "../../kernel/journal/clusterLog.ts";

/** What a node tells the others by way of the store. */
export interface NodeAnnouncement {
  readonly address: string;
  /** How far the store's clock is ahead of the node's machine's, ms. */
  readonly offMs: number;
  /** Whether the node leads, or hears the one that does. */
  readonly isLinked: boolean;
  /** The nodes that it reaches by their addresses; given while some node is not linked. */
  readonly reaches: readonly string[];
}

/** Another node that lives. */
export interface PeerNode extends NodeAnnouncement {
  readonly node: string;
  /** The position of its clock (`storeTime.ts`), ms. */
  readonly clockAtMs: number;
}

/** Positions of a clock that are further apart are two: measurements differ by the way there and back. */
const SAME_MS = 100;

interface Heard {
  readonly announcement: NodeAnnouncement;
  readonly beat: number;
  readonly atMs: number;
  readonly clockAtMs: number;
  /** Position of the node's clock by its last announcement, ms; believed once a second one agrees. */
  readonly saidAtMs: number;
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
   * @param storeAtMs the position of the store's clock, to which they compare theirs
   */
  heard(present: readonly Present[], nowMs: number, storeAtMs: number): void {
    for (const { node, beat, ageMs, said } of present) {
      const known = this.#heard.get(node);
      if (known?.beat === beat) continue;
      // The store knows since when a node that is new here has said nothing.
      const atMs = known === undefined ? nowMs - Math.max(ageMs, 0) : nowMs;
      const announcement = JSON.parse(said) as NodeAnnouncement;
      const saidAtMs = storeAtMs - announcement.offMs;
      // When the store's clock has jumped between their look and ours, one announcement is about another
      // clock: two in a row are believed.
      const isSame = (than: number): boolean => Math.abs(saidAtMs - than) <= SAME_MS;
      const isBelieved = known === undefined || isSame(known.clockAtMs) || isSame(known.saidAtMs);
      this.#heard.set(node, {
        announcement,
        beat,
        atMs,
        saidAtMs,
        clockAtMs: isBelieved ? saidAtMs : known.clockAtMs,
      });
    }
    for (const [node, { atMs }] of this.#heard) if (!this.#isAlive(atMs, nowMs)) this.#heard.delete(node);
  }

  at(nowMs: number): readonly PeerNode[] {
    return [...this.#heard].flatMap(([node, { announcement, atMs, clockAtMs }]) =>
      this.#isAlive(atMs, nowMs) ? [{ node, clockAtMs, ...announcement }] : [],
    );
  }

  #isAlive(atMs: number, nowMs: number): boolean {
    return nowMs - atMs <= this.#forgetMs;
  }
}

/**
 * The node that is to lead in place of `self`: most nodes reach it, and not most reach `self`. `undefined`:
 * there is none, or everybody hears who leads.
 *
 * @param followers who reaches `self` for certain
 */
export function successorOf(
  self: string,
  peers: readonly PeerNode[],
  followers: readonly string[],
): PeerNode | undefined {
  if (peers.every(({ isLinked }) => isLinked)) return undefined;
  const isReachedByMost = (node: string, also: readonly string[]): boolean => {
    const by = peers.filter(
      (each) => each.node !== node && (each.reaches.includes(node) || also.includes(each.node)),
    );
    return (1 + by.length) * 2 > peers.length + 1;
  };
  if (isReachedByMost(self, followers)) return undefined;
  return peers.find(({ node }) => isReachedByMost(node, []));
}
