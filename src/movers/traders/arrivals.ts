import type { Turn } from "./trader.ts";

/** The most events of a turn: in a long pause a rate would come to more than any real flow. */
const ARRIVALS_MAX = 50;

/** How many events a turn has at a rate per second: Poisson distributed, drawn by Knuth's method. */
export function arrivals({ random, everyMs }: Turn, perSecond: number): number {
  const none = Math.exp((-perSecond * everyMs) / 1_000);
  let count = 0;
  for (let left = random(); left > none && count < ARRIVALS_MAX; left *= random()) count++;
  return count;
}

/** Whether an event with a rate per hour happens in a turn. */
export const happens = ({ random, everyMs }: Turn, perHour: number): boolean =>
  random() < 1 - Math.exp((-perHour * everyMs) / 3_600_000);

/** A size drawn from the exponential distribution with this mean. */
export const sizeOf = ({ random }: Turn, mean: number): number => -mean * Math.log(1 - random());
