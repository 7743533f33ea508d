import { assert, NONE } from "../units/units.ts";
import { wordAt } from "../units/words.ts";

/**
 * An ordered map from prices (ticks, 0 to `PRICE_MAX`) to levels (small integers ≥ 0).
 *
 * The prices form a trie of 32-bit bitmaps. A leaf, called a page, covers 32 ticks: bit i of page p stands
 * for price 32p + i. A node one height up covers 32 pages, and so on to a root; a bit is set exactly when
 * what it stands for exists, and a node without bits does not exist. So the next price is found by scanning
 * words, climbing only past empty neighbourhoods, and never by comparing prices.
 *
 *     height 2                [··1·]                 one bit for 1,024 ticks
 *     height 1        [1·1·]         [·1··]          one bit for 32 ticks: a page
 *     height 0     [·11·]  [1···]  [··11]            one bit a tick, and the levels
 *
 * No node points to another: each lies in one open-addressing table under its height and position, so that
 * any range of prices costs only the nodes in use. A page with several prices names a block of 32 levels; a
 * page with one price holds that level itself in the same word, so a price far from all others costs some 70
 * bytes. Nothing is allocated unless the table or the blocks have to grow, and both reuse what was deleted.
 *
 * Shifts by a price or a position rely on JavaScript, which shifts by the low five bits of the count: `1 <<
 * price` is `1 << (price & 31)`.
 */
export class PriceIndex {
  /**
   * The table: places of three words, {@link KEY}, {@link BITS}, {@link REF}. Linear probing, at most three
   * quarters full, no tombstones. A "node" below is the offset of a place; adding and deleting moves nodes.
   */
  #nodes = new Int32Array(INITIAL_PLACES * PLACE);
  #shift = 32 - Math.log2(INITIAL_PLACES);
  #nodeCount = 0;

  /**
   * Blocks of 32 levels, by the low bits of the price. A free block's first word leads to the next free one.
   */
  #blocks = new Int32Array(0);
  #blocksUsed = 0;
  #blockFree = NONE;

  /** The level at a price, or {@link NONE}. */
  find(price: number): number {
    const nodes = this.#nodes;
    const node = this.#node(pageOf(price));
    if (((wordAt(nodes, node + BITS) >>> price) & 1) === 0) return NONE;
    const ref = wordAt(nodes, node + REF);
    return ref < 0 ? ~ref : wordAt(this.#blocks, ref + (price & 31));
  }

  /** Adds a price that is not in the map. */
  add(price: number, level: number): void {
    const nodes = this.#nodes;
    const page = pageOf(price);
    const node = this.#node(page);
    const bits = wordAt(nodes, node + BITS);
    nodes[node + BITS] = bits | (1 << price);
    if (bits === 0) {
      nodes[node + KEY] = page;
      nodes[node + REF] = ~level;
      this.#countNode();
      this.#announce(page);
      return;
    }
    let block = wordAt(nodes, node + REF);
    if (block < 0) {
      const lone = ~block;
      block = this.#takeBlock();
      this.#blocks[block + lowestBit(bits)] = lone;
      nodes[node + REF] = block;
    }
    this.#blocks[block + (price & 31)] = level;
  }

  /** Deletes a price that is in the map. */
  delete(price: number): void {
    const nodes = this.#nodes;
    const page = pageOf(price);
    const node = this.#node(page);
    assert((wordAt(nodes, node + BITS) & (1 << price)) !== 0, "a price that is deleted is in the map");
    const bits = wordAt(nodes, node + BITS) & ~(1 << price);
    if (bits !== 0) {
      nodes[node + BITS] = bits;
      return;
    }
    const block = wordAt(nodes, node + REF);
    if (block >= 0) this.#dropBlock(block);
    this.#removeNode(node);
    this.#withdraw(page);
  }

  /** The lowest price in the map above `price`, which need not be in it; or {@link NONE}. */
  above(price: number): number {
    let bit = price & 31;
    let position = pageOf(price);
    for (let height = 0; height < HEIGHTS; height++) {
      const higher = this.#bits(position, height) & (-2 << bit);
      if (higher !== 0) {
        let found = position * 32 + lowestBit(higher);
        while (height-- > 0) found = found * 32 + lowestBit(this.#bits(found, height));
        return found;
      }
      bit = position & 31;
      position >>= 5;
    }
    return NONE;
  }

  /** The highest price in the map below `price`, which need not be in it; or {@link NONE}. */
  below(price: number): number {
    let bit = price & 31;
    let position = pageOf(price);
    for (let height = 0; height < HEIGHTS; height++) {
      const lower = this.#bits(position, height) & ~(-1 << bit);
      if (lower !== 0) {
        let found = position * 32 + highestBit(lower);
        while (height-- > 0) found = found * 32 + highestBit(this.#bits(found, height));
        return found;
      }
      bit = position & 31;
      position >>= 5;
    }
    return NONE;
  }

  /**
   * Visits `price`, which must be in the map, and every further price upwards or downwards, each with its
   * level, until the visitor returns false. It costs one look-up per page; asking for each next price would
   * cost several. The map must not change meanwhile.
   */
  walk(price: number, upwards: boolean, visit: (price: number, level: number) => boolean): void {
    for (let at = price; at !== NONE; ) {
      const page = pageOf(at);
      const node = this.#node(page);
      const ref = wordAt(this.#nodes, node + REF);
      let bits = wordAt(this.#nodes, node + BITS) & (upwards ? -1 << at : ~(-2 << at));
      while (bits !== 0) {
        const bit = upwards ? lowestBit(bits) : highestBit(bits);
        bits &= ~(1 << bit);
        if (!visit(page * 32 + bit, ref < 0 ? ~ref : wordAt(this.#blocks, ref + bit))) return;
      }
      at = upwards ? this.above(page * 32 + 31) : this.below(page * 32);
    }
  }

  bytes(): number {
    return this.#nodes.byteLength + this.#blocks.byteLength;
  }

  /** Sets the bits above a new page. */
  #announce(page: number): void {
    let position = page;
    for (let height = 1; height < HEIGHTS; height++) {
      const key = keyOf(position >> 5, height);
      const nodes = this.#nodes;
      const node = this.#node(key);
      const bits = wordAt(nodes, node + BITS);
      nodes[node + BITS] = bits | (1 << position);
      if (bits !== 0) return;
      nodes[node + KEY] = key;
      this.#countNode();
      position >>= 5;
    }
  }

  /** Clears the bits above a page that is gone. */
  #withdraw(page: number): void {
    const nodes = this.#nodes;
    let position = page;
    for (let height = 1; height < HEIGHTS; height++) {
      const node = this.#node(keyOf(position >> 5, height));
      const bits = wordAt(nodes, node + BITS) & ~(1 << position);
      if (bits !== 0) {
        nodes[node + BITS] = bits;
        return;
      }
      this.#removeNode(node);
      position >>= 5;
    }
  }

  #bits(position: number, height: number): number {
    return wordAt(this.#nodes, this.#node(keyOf(position, height)) + BITS);
  }

  /** Where the node of a key is, or else the empty place where it belongs. */
  #node(key: number): number {
    const nodes = this.#nodes;
    let node = (hash(key) >>> this.#shift) * PLACE;
    while (nodes[node + KEY] !== key && nodes[node + BITS] !== 0) {
      node += PLACE;
      if (node === nodes.length) node = 0;
    }
    return node;
  }

  /** Takes a node out, and moves up those that its place had pushed away from where they belong. */
  #removeNode(node: number): void {
    const nodes = this.#nodes;
    const { length } = nodes;
    let gap = node;
    let at = node;
    for (;;) {
      at += PLACE;
      if (at === length) at = 0;
      if (nodes[at + BITS] === 0) break;
      const home = (hash(wordAt(nodes, at + KEY)) >>> this.#shift) * PLACE;
      const fromHome = at < home ? at - home + length : at - home;
      const fromGap = at < gap ? at - gap + length : at - gap;
      if (fromHome < fromGap) continue;
      nodes[gap + KEY] = wordAt(nodes, at + KEY);
      nodes[gap + BITS] = wordAt(nodes, at + BITS);
      nodes[gap + REF] = wordAt(nodes, at + REF);
      gap = at;
    }
    nodes[gap + BITS] = 0;
    this.#nodeCount--;
  }

  /** Counts a node that was just filled in, and makes room for the next. */
  #countNode(): void {
    this.#nodeCount++;
    if (this.#nodeCount * 4 * PLACE < this.#nodes.length * 3) return;
    const full = this.#nodes;
    this.#nodes = new Int32Array(full.length * 2);
    this.#shift--;
    for (let at = 0; at < full.length; at += PLACE) {
      if (full[at + BITS] === 0) continue;
      const node = this.#node(wordAt(full, at + KEY));
      this.#nodes[node + KEY] = wordAt(full, at + KEY);
      this.#nodes[node + BITS] = wordAt(full, at + BITS);
      this.#nodes[node + REF] = wordAt(full, at + REF);
    }
  }

  #takeBlock(): number {
    const block = this.#blockFree;
    if (block !== NONE) {
      this.#blockFree = wordAt(this.#blocks, block);
      return block;
    }
    if (this.#blocksUsed === this.#blocks.length) {
      const blocks = new Int32Array(32 * grownLength(this.#blocks.length / 32));
      blocks.set(this.#blocks);
      this.#blocks = blocks;
    }
    this.#blocksUsed += 32;
    return this.#blocksUsed - 32;
  }

  #dropBlock(block: number): void {
    this.#blocks[block] = this.#blockFree;
    this.#blockFree = block;
  }
}

/**
 * The words of a place: the node's key ({@link keyOf}); its bitmap, 0 in an empty place; for a page its
 * block, or ~level while it holds one level.
 */
const KEY = 0;
const BITS = 1;
const REF = 2;
const PLACE = 3;

const INITIAL_PLACES = 32;

/** Heights of the trie, pages included: at five bits each they cover the 36 bits of a price. */
const HEIGHTS = 8;

/** Not negative, since `PRICE_MAX` / 32 is below 2^31. */
function pageOf(price: number): number {
  return (price / 32) | 0;
}

/**
 * A page's key is its position (31 bits). A higher node's position has at most 26 bits; its key is negative
 * and holds the height too.
 */
function keyOf(position: number, height: number): number {
  return height === 0 ? position : ~((height << 26) | position);
}

/** Fibonacci hashing; the high bits of the product are the well mixed ones. */
function hash(key: number): number {
  return Math.imul(key, 0x9e3779b9);
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

function highestBit(bits: number): number {
  return 31 - Math.clz32(bits);
}

/** The next length of a pool that is full: half as much again, so that little of it lies idle. */
export function grownLength(length: number): number {
  return length + Math.max(16, length >>> 1);
}
