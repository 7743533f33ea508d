import type { Turn } from "./trader.ts";

/** At most so many at a turn: what a long pause would make of a rate is nobody's flow. */
const ARRIVALS_MAX = 50;

/** How many things happen in a turn that happen so often a second: after Poisson, by Knuth's method. */
export function arrivals({ random, everyMs }: Turn, perSecond: number): number {
  const none = Math.exp((-perSecond * everyMs) / 1_000);
  let count = 0;
  for (let left = random(); left > none && count < ARRIVALS_MAX; left *= random()) count++;
  return count;
}

/** Whether something happens in a turn that happens so often an hour. */
export const happens = ({ random, everyMs }: Turn, perHour: number): boolean =>
  random() < 1 - Math.exp((-perHour * everyMs) / 3_600_000);

/** A size with an exponential law of this mean. */
export const sizeOf = ({ random }: Turn, mean: number): number => -mean * Math.log(1 - random());
