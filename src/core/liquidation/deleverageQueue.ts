import { INSURANCE_ACCOUNT, NONE } from "../codes.ts";
import type { Contract } from "../contract/contract.ts";
import type { State } from "../state.ts";
import type { AccountId, HeapPlace, Leg, PositionSlot } from "../units/kinds.ts";
import { listBy } from "../units/kinds.ts";
import type { Ranked } from "./rank.ts";
import { comesBefore, facing, netLots, scoreOf } from "./rank.ts";

/**
 * Who is deleveraged next, kept while one command executes: a crash closes thousands of positions at one mark, and ranking
 * everybody for each of them would cost the square of that.
 *
 * Scores change with marks, which end the whole queue, and with the account, which {@link changed} tells: its positions
 * are scored anew before the next closing. So the order is the one that ranking everybody then would give (rank.ts).
 */
export class DeleverageQueues {
  readonly #legs = new Map<number, LegQueue>();
  /** Accounts that changed since, in order; one may stand there several times. */
  readonly #changes: AccountId[] = [];

  changed(account: AccountId): void {
    if (this.#changes.at(-1) !== account) this.#changes.push(account);
  }

  /**
   * The positions (slots) of a leg in their order, as it is at the first of them; without those of account `except`.
   *
   * @param whole false leaves out what has no net side to close, and the insurance fund
   */
  *order(s: State, contract: Contract, leg: Leg, except: AccountId, whole: boolean): Generator<PositionSlot> {
    const key = 2 * contract.index + leg;
    let queue = this.#legs.get(key);
    if (queue === undefined) {
      queue = new LegQueue(s, contract, leg, this.#changes.length);
      this.#legs.set(key, queue);
    }
    yield* queue.order(s, this.#changes, except, whole);
  }
}

/** A position in the queue, as long as nothing of its account has changed. */
interface Waiting extends Ranked {
  readonly account: AccountId;
  /** How often the account was scored when this was made. */
  readonly scored: number;
}

type Heap = ReturnType<typeof listBy<HeapPlace, Waiting>>;

class LegQueue {
  readonly #contract: Contract;
  readonly #leg: Leg;
  /** Those with a net side, and all of them. */
  readonly #net: Heap = listBy<HeapPlace, Waiting>();
  readonly #whole: Heap = listBy<HeapPlace, Waiting>();
  readonly #scored = new Map<AccountId, number>();
  /** Accounts whose positions were taken from the queue. */
  readonly #taken = new Set<AccountId>();
  #changesSeen: number;

  constructor(s: State, contract: Contract, leg: Leg, changesSeen: number) {
    this.#contract = contract;
    this.#leg = leg;
    this.#changesSeen = changesSeen;
    for (const p of facing(s, contract, leg)) this.#add(s, p, 0, (heap, waiting) => heap.push(waiting));
    for (const heap of [this.#net, this.#whole])
      for (let at = (heap.length >> 1) - 1; at >= 0; at--) sink(heap, at);
  }

  *order(
    s: State,
    changes: readonly AccountId[],
    except: AccountId,
    whole: boolean,
  ): Generator<PositionSlot> {
    this.#refresh(s, changes);
    const heap = whole ? this.#whole : this.#net;
    while (heap.length > 0) {
      const first = takeFirst(heap);
      if (first.scored !== (this.#scored.get(first.account) ?? 0)) continue;
      this.#taken.add(first.account);
      if (first.account !== except) yield first.position;
    }
  }

  /** Scores the accounts anew that changed or lost their place. */
  #refresh(s: State, changes: readonly AccountId[]): void {
    const stale = new Set(this.#taken);
    this.#taken.clear();
    for (; this.#changesSeen < changes.length; this.#changesSeen++) stale.add(changes[this.#changesSeen]!);
    const { accounts, positions } = s;
    for (const account of stale) {
      if (!accounts.rules[account].facesOthers) continue;
      const scored = (this.#scored.get(account) ?? 0) + 1;
      this.#scored.set(account, scored);
      for (let p = accounts.positionHead[account]; p !== NONE; p = positions.accountNext[p]) {
        const isOfLeg = positions.contract[p] === this.#contract.index && positions.leg[p] === this.#leg;
        if (isOfLeg && positions.size[p] > 0) this.#add(s, p, scored, insert);
      }
    }
  }

  #add(s: State, p: PositionSlot, scored: number, put: (heap: Heap, waiting: Waiting) => void): void {
    const account = s.positions.account[p];
    const waiting = { ...scoreOf(s, this.#contract, p), account, scored };
    put(this.#whole, waiting);
    if (account !== INSURANCE_ACCOUNT && netLots(s, p) > 0) put(this.#net, waiting);
  }
}

// A binary heap, first to be closed on top.

function insert(heap: Heap, waiting: Waiting): void {
  let at: HeapPlace = heap.length;
  while (at > 0) {
    const parent: HeapPlace = (at - 1) >> 1;
    if (!comesBefore(waiting, heap[parent])) break;
    heap[at] = heap[parent];
    at = parent;
  }
  heap[at] = waiting;
}

function takeFirst(heap: Heap): Waiting {
  const first = heap[0];
  const last = heap.pop()!;
  if (heap.length > 0) {
    heap[0] = last;
    sink(heap, 0);
  }
  return first;
}

function sink(heap: Heap, from: HeapPlace): void {
  const sinking = heap[from];
  let at = from;
  for (;;) {
    let child: HeapPlace = 2 * at + 1;
    if (child >= heap.length) break;
    const right: HeapPlace = child + 1;
    if (right < heap.length && comesBefore(heap[right], heap[child])) child = right;
    if (!comesBefore(heap[child], sinking)) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = sinking;
}
