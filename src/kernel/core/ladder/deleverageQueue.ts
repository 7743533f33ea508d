import { INSURANCE_ACCOUNT } from "../data/codes.ts";
import type { Contract } from "../data/contract/contract.ts";
import type { State } from "../data/state/state.ts";
import type { DeleverageQueues, RankHeap, Waiting } from "../data/tables/deleverageQueues.ts";
import { LegQueue } from "../data/tables/deleverageQueues.ts";
import type { AccountId, HeapPlace, Leg, PositionSlot } from "../data/units/kinds.ts";
import { NONE } from "../data/units/units.ts";
import { comesBefore, facing, netLots, scoreOf } from "./rank.ts";

/** What one closing asks of the other side: a leg, without the positions of the closing account itself. */
interface Facing {
  readonly contract: Contract;
  readonly leg: Leg;
  readonly except: AccountId;
  /** False leaves out positions without a net side to close, and the insurance fund's. */
  readonly whole: boolean;
}

/** The positions (slots) of a leg in the order in which ranking all of them now would put them (rank.ts). */
export function* inRank(s: State, queues: DeleverageQueues, facing: Facing): Generator<PositionSlot> {
  const queue = queueOf(s, queues, facing);
  refresh(s, queues, queue, facing);
  const heap = facing.whole ? queue.whole : queue.net;
  while (heap.length > 0) {
    const first = takeFirst(heap);
    if (first.scored !== (queue.scored.get(first.account) ?? 0)) continue;
    queue.taken.add(first.account);
    if (first.account !== facing.except) yield first.position;
  }
}

function queueOf(s: State, queues: DeleverageQueues, { contract, leg }: Facing): LegQueue {
  const key = 2 * contract.index + leg;
  const made = queues.legs.get(key);
  if (made !== undefined) return made;
  const queue = new LegQueue(queues.changes.length);
  for (const p of facing(s, contract, leg)) add(s, queue, waiting(s, contract, p, 0), push);
  for (const heap of [queue.net, queue.whole])
    for (let at = (heap.length >> 1) - 1; at >= 0; at--) sink(heap, at);
  queues.legs.set(key, queue);
  return queue;
}

/** Scores the accounts anew that changed or whose positions were taken from the queue. */
function refresh(s: State, { changes }: DeleverageQueues, queue: LegQueue, { contract, leg }: Facing): void {
  const stale = new Set(queue.taken);
  queue.taken.clear();
  for (const account of changes.slice(queue.changesSeen)) stale.add(account);
  queue.changesSeen = changes.length;
  const { accounts, positions } = s;
  for (const account of stale) {
    if (!accounts.rules[account].facesOthers) continue;
    const scored = (queue.scored.get(account) ?? 0) + 1;
    queue.scored.set(account, scored);
    for (let p = accounts.positionHead[account]; p !== NONE; p = positions.accountNext[p]) {
      const isOfLeg = positions.contract[p] === contract.index && positions.leg[p] === leg;
      if (isOfLeg && positions.size[p] > 0) add(s, queue, waiting(s, contract, p, scored), insert);
    }
  }
}

function waiting(s: State, contract: Contract, p: PositionSlot, scored: number): Waiting {
  return { ...scoreOf(s, contract, p), account: s.positions.account[p], scored };
}

function add(
  s: State,
  queue: LegQueue,
  waiting: Waiting,
  put: (heap: RankHeap, waiting: Waiting) => void,
): void {
  put(queue.whole, waiting);
  if (waiting.account !== INSURANCE_ACCOUNT && netLots(s, waiting.position) > 0) put(queue.net, waiting);
}

function push(heap: RankHeap, waiting: Waiting): void {
  heap.push(waiting);
}

function insert(heap: RankHeap, waiting: Waiting): void {
  let at: HeapPlace = heap.length;
  while (at > 0) {
    const parent: HeapPlace = (at - 1) >> 1;
    if (!comesBefore(waiting, heap[parent])) break;
    heap[at] = heap[parent];
    at = parent;
  }
  heap[at] = waiting;
}

function takeFirst(heap: RankHeap): Waiting {
  const first = heap[0];
  const last = heap.pop()!;
  if (heap.length > 0) {
    heap[0] = last;
    sink(heap, 0);
  }
  return first;
}

function sink(heap: RankHeap, from: HeapPlace): void {
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
