import type { Present } from "../journal/clusterLog.ts";

/** What a node tells the others by way of the store. */
export interface NodeWord {
  readonly address: string;
  /** How far the store's clock is ahead of the node's machine's, ms. */
  readonly offMs: number;
  /** Whether the node leads, or hears the one that does. */
  readonly isLinked: boolean;
  /** The nodes that it reaches by their addresses; given while some node is not linked. */
  readonly reaches: readonly string[];
}

/** Another node that lives. */
export interface Fellow extends NodeWord {
  readonly node: string;
  /** The position of its clock (`storeTime.ts`), ms. */
  readonly clockAtMs: number;
}

/** Positions of a clock that are further apart are two: measurements differ by the way there and back. */
const SAME_MS = 100;

interface Heard {
  readonly word: NodeWord;
  readonly beat: number;
  readonly atMs: number;
  readonly clockAtMs: number;
  /** Position of the node's clock by its last word, ms; believed once a second word agrees. */
  readonly saidAtMs: number;
}

/** The other nodes, as this one hears of them by way of the store: those that have said something of late, by this node's own clock. */
export class Fellows {
  readonly #forgetMs: number;
  readonly #heard = new Map<string, Heard>();

  /** @param forgetMs after how long without a word a node is not counted any more */
  constructor(forgetMs: number) {
    this.#forgetMs = forgetMs;
  }

  /**
   * Takes in what the other nodes have said.
   *
   * @param storeAtMs the position of the store's clock, to which they compare theirs
   */
  heard(present: readonly Present[], nowMs: number, storeAtMs: number): void {
    for (const { node, beat, ageMs, said } of present) {
      const known = this.#heard.get(node);
      if (known?.beat === beat) continue;
      // The store knows since when a node that is new here has said nothing.
      const atMs = known === undefined ? nowMs - Math.max(ageMs, 0) : nowMs;
      const word = JSON.parse(said) as NodeWord;
      const saidAtMs = storeAtMs - word.offMs;
      // When the store's clock has jumped between their look and ours, one word is about another clock: two in a row are believed.
      const isSame = (than: number): boolean => Math.abs(saidAtMs - than) <= SAME_MS;
      const isBelieved = known === undefined || isSame(known.clockAtMs) || isSame(known.saidAtMs);
      this.#heard.set(node, {
        word,
        beat,
        atMs,
        saidAtMs,
        clockAtMs: isBelieved ? saidAtMs : known.clockAtMs,
      });
    }
    for (const [node, { atMs }] of this.#heard) if (!this.#isAlive(atMs, nowMs)) this.#heard.delete(node);
  }

  at(nowMs: number): readonly Fellow[] {
    return [...this.#heard].flatMap(([node, { word, atMs, clockAtMs }]) =>
      this.#isAlive(atMs, nowMs) ? [{ node, clockAtMs, ...word }] : [],
    );
  }

  #isAlive(atMs: number, nowMs: number): boolean {
    return nowMs - atMs <= this.#forgetMs;
  }
}

/**
 * The node that is to lead in place of `self`: most nodes reach it, and not most reach `self`. `undefined`: there is none, or everybody hears who
 * leads.
 *
 * @param followers who reaches `self` for certain
 */
export function successorOf(
  self: string,
  fellows: readonly Fellow[],
  followers: readonly string[],
): Fellow | undefined {
  if (fellows.every(({ isLinked }) => isLinked)) return undefined;
  const isReachedByMost = (node: string, also: readonly string[]): boolean => {
    const by = fellows.filter(
      (each) => each.node !== node && (each.reaches.includes(node) || also.includes(each.node)),
    );
    return (1 + by.length) * 2 > fellows.length + 1;
  };
  if (isReachedByMost(self, followers)) return undefined;
  return fellows.find(({ node }) => isReachedByMost(node, []));
}
