import { NONE } from "./book.ts";

/**
 * An ordered map from prices (ticks, any safe integer ≥ 0) to levels (small integers ≥ 0).
 *
 * The prices form a trie of 32-bit bitmaps. A leaf, called a page, covers 32 ticks: bit i of page p stands for
 * price 32p + i. A node one height up covers 32 pages, and so on to a root; a bit is set exactly when what it
 * stands for exists, and a node without bits does not exist. So the next price is found by scanning words,
 * climbing only past empty neighbourhoods, and never by comparing prices.
 *
 *     height 2                [··1·]                 one bit for 1,024 pages
 *     height 1        [1·1·]         [·1··]          one bit for 32 ticks
 *     height 0     [·11·]  [1···]  [··11]            pages: one bit a tick, and the levels
 *
 * No node points to another: each is found by (height, position) in one open-addressing table, so that any
 * range of prices costs only the nodes in use. Looking up, adding and deleting allocate nothing unless a pool
 * has to grow, and what is deleted is reused. A page of one level keeps it in place of a pointer; only the
 * second level makes it take a block of 32. A lone price far from all others costs about 70 bytes.
 */
export class PriceIndex {
  // The table: node + 1, or 0. Linear probing, never more than half full, no tombstones.
  #table = new Int32Array(INITIAL_NODES * 2);
  #shift = 32 - Math.log2(INITIAL_NODES * 2);

  // The nodes.
  #keys = new Float64Array(INITIAL_NODES);
  #bits = new Int32Array(INITIAL_NODES);
  /** Of a page: where its block starts, or ~level if the page has no block. Of a free node: the next free one. */
  #refs = new Int32Array(INITIAL_NODES);
  #nodesUsed = 0;
  #nodesHeld = 0;
  #nodeFree = NONE;

  // The blocks: 32 levels each, by the low bits of the price. A free block's first word is the next free one.
  #blocks = new Int32Array(0);
  #blocksUsed = 0;
  #blockFree = NONE;

  // The page last found: neighbours in time are neighbours in price.
  #lastPage = NONE;
  #lastNode = NONE;

  /** The level at a price, or {@link NONE}. */
  find(price: number): number {
    const node = this.#pageNode(Math.floor(price / 32));
    if (node === NONE || ((this.#bits[node]! >>> price) & 1) === 0) return NONE;
    const ref = this.#refs[node]!;
    return ref < 0 ? ~ref : this.#blocks[ref + (price & 31)]!;
  }

  /** Adds a price that is not in the map. */
  add(price: number, level: number): void {
    const page = Math.floor(price / 32);
    let node = this.#pageNode(page);
    if (node === NONE) {
      node = this.#insert(page, 0);
      this.#bits[node] = 1 << price;
      this.#refs[node] = ~level;
      this.#lastPage = page;
      this.#lastNode = node;
      this.#raise(page);
      return;
    }
    const bits = this.#bits[node]!;
    let block = this.#refs[node]!;
    if (block < 0) {
      const lone = ~block;
      block = this.#takeBlock();
      this.#blocks[block + lowestBit(bits)] = lone;
      this.#refs[node] = block;
    }
    this.#blocks[block + (price & 31)] = level;
    this.#bits[node] = bits | (1 << price);
  }

  /** Deletes a price that is in the map. */
  delete(price: number): void {
    const page = Math.floor(price / 32);
    const node = this.#pageNode(page);
    const bits = this.#bits[node]! & ~(1 << price);
    this.#bits[node] = bits;
    if (bits !== 0) return;
    const block = this.#refs[node]!;
    if (block >= 0) this.#dropBlock(block);
    this.#lastPage = NONE;
    this.#remove(page, 0);
    this.#lower(page);
  }

  /** The lowest price in the map above `price`, which need not be in it; or {@link NONE}. */
  above(price: number): number {
    let position = price;
    for (let height = 0; height < HEIGHTS; height++) {
      const parent = Math.floor(position / 32);
      const node = height === 0 ? this.#pageNode(parent) : this.#node(parent, height);
      const higher = node === NONE ? 0 : this.#bits[node]! & (-2 << position);
      if (higher !== 0) {
        position = parent * 32 + lowestBit(higher);
        while (height-- > 0) position = position * 32 + lowestBit(this.#bits[this.#node(position, height)]!);
        return position;
      }
      position = parent;
    }
    return NONE;
  }

  /** The highest price in the map below `price`, which need not be in it; or {@link NONE}. */
  below(price: number): number {
    let position = price;
    for (let height = 0; height < HEIGHTS; height++) {
      const parent = Math.floor(position / 32);
      const node = height === 0 ? this.#pageNode(parent) : this.#node(parent, height);
      const lower = node === NONE ? 0 : this.#bits[node]! & ~(-1 << position);
      if (lower !== 0) {
        position = parent * 32 + highestBit(lower);
        while (height-- > 0) position = position * 32 + highestBit(this.#bits[this.#node(position, height)]!);
        return position;
      }
      position = parent;
    }
    return NONE;
  }

  bytes(): number {
    const { byteLength } = this.#table;
    return byteLength + this.#keys.length * NODE_BYTES + this.#blocks.byteLength;
  }

  /** Sets the bits above a new page. */
  #raise(page: number): void {
    let position = page;
    for (let height = 1; height < HEIGHTS; height++) {
      const parent = Math.floor(position / 32);
      let node = this.#node(parent, height);
      const isNew = node === NONE;
      if (isNew) {
        node = this.#insert(parent, height);
        this.#bits[node] = 0;
      }
      this.#bits[node]! |= 1 << position;
      if (!isNew) return;
      position = parent;
    }
  }

  /** Clears the bits above a page that is gone. */
  #lower(page: number): void {
    let position = page;
    for (let height = 1; height < HEIGHTS; height++) {
      const parent = Math.floor(position / 32);
      const node = this.#node(parent, height);
      const bits = this.#bits[node]! & ~(1 << position);
      this.#bits[node] = bits;
      if (bits !== 0) return;
      this.#remove(parent, height);
      position = parent;
    }
  }

  #pageNode(page: number): number {
    if (page === this.#lastPage) return this.#lastNode;
    const node = this.#node(page, 0);
    if (node !== NONE) {
      this.#lastPage = page;
      this.#lastNode = node;
    }
    return node;
  }

  #node(position: number, height: number): number {
    const table = this.#table;
    const keys = this.#keys;
    const key = keyOf(position, height);
    const mask = table.length - 1;
    for (let at = hash(key) >>> this.#shift; ; at = (at + 1) & mask) {
      const node = table[at]! - 1;
      if (node < 0) return NONE;
      if (keys[node] === key) return node;
    }
  }

  /** Makes a node; its bits and ref are the caller's to fill. */
  #insert(position: number, height: number): number {
    if (this.#nodesHeld * 2 >= this.#table.length) this.#growTable();
    let node = this.#nodeFree;
    if (node !== NONE) this.#nodeFree = this.#refs[node]!;
    else {
      if (this.#nodesUsed === this.#keys.length) this.#growNodes();
      node = this.#nodesUsed++;
    }
    this.#nodesHeld++;
    this.#keys[node] = keyOf(position, height);
    this.#enter(node);
    return node;
  }

  #enter(node: number): void {
    const table = this.#table;
    const mask = table.length - 1;
    let at = hash(this.#keys[node]!) >>> this.#shift;
    while (table[at] !== 0) at = (at + 1) & mask;
    table[at] = node + 1;
  }

  /** Takes a node out of the table, moving up those that its place had pushed further. */
  #remove(position: number, height: number): void {
    const table = this.#table;
    const keys = this.#keys;
    const shift = this.#shift;
    const mask = table.length - 1;
    const key = keyOf(position, height);
    let gap = hash(key) >>> shift;
    while (keys[table[gap]! - 1] !== key) gap = (gap + 1) & mask;
    const node = table[gap]! - 1;
    this.#refs[node] = this.#nodeFree;
    this.#nodeFree = node;
    this.#nodesHeld--;
    for (let at = (gap + 1) & mask; table[at] !== 0; at = (at + 1) & mask) {
      const home = hash(keys[table[at]! - 1]!) >>> shift;
      if (((at - home) & mask) < ((at - gap) & mask)) continue; // its home lies behind the gap
      table[gap] = table[at]!;
      gap = at;
    }
    table[gap] = 0;
  }

  #growTable(): void {
    const old = this.#table;
    this.#table = new Int32Array(old.length * 2);
    this.#shift--;
    for (let at = 0; at < old.length; at++) if (old[at] !== 0) this.#enter(old[at]! - 1);
  }

  #growNodes(): void {
    const length = grown(this.#keys.length);
    this.#keys = enlarged(this.#keys, new Float64Array(length));
    this.#bits = enlarged(this.#bits, new Int32Array(length));
    this.#refs = enlarged(this.#refs, new Int32Array(length));
  }

  #takeBlock(): number {
    const block = this.#blockFree;
    if (block !== NONE) {
      this.#blockFree = this.#blocks[block]!;
      return block;
    }
    if (this.#blocksUsed === this.#blocks.length) {
      const blocks = grown(this.#blocks.length / 32);
      this.#blocks = enlarged(this.#blocks, new Int32Array(blocks * 32));
    }
    this.#blocksUsed += 32;
    return this.#blocksUsed - 32;
  }

  #dropBlock(block: number): void {
    this.#blocks[block] = this.#blockFree;
    this.#blockFree = block;
  }
}

const INITIAL_NODES = 32;

/** Key, bits and ref. */
const NODE_BYTES = 16;

/** Words of 5 bits, page and nodes above it, that cover 53 bits of price. */
const HEIGHTS = 11;

/** A page's position is below 2^48, a higher node's below 2^43: the height fits above both. */
function keyOf(position: number, height: number): number {
  return position + height * 2 ** 48;
}

/** Fibonacci hashing of the low 32 bits and the rest; callers keep the high bits of the product. */
function hash(key: number): number {
  return Math.imul(key ^ Math.imul(Math.floor(key / 2 ** 32), 0x85ebca6b), 0x9e3779b9);
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

function highestBit(bits: number): number {
  return 31 - Math.clz32(bits);
}

/** The length of a pool that has to grow: half as much again, so that little of it lies idle. */
export function grown(length: number): number {
  return length + Math.max(16, length >>> 1);
}

/** `larger` with the contents of `column` at its start. */
export function enlarged<Column extends Float64Array | Int32Array>(column: Column, larger: Column): Column {
  larger.set(column);
  return larger;
}
