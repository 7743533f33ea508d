import * as declared from "../../../../interface/wire/control/operations/account.ts";
import type { LatencyRule } from "../../../../kernel/core/index.ts";
import { LATENCY_TO_BOOK, LATENCY_TO_PUSH } from "../../../../kernel/core/index.ts";
import { derivedSeed } from "../../../../kernel/host/seed.ts";
import { controlOperation } from "../operation.ts";
import { accountNamed } from "../parameters.ts";

/**
 * `POST /control/accounts/latency`: replaces the account's whole profile; without samples its messages take
 * no time.
 */
export const setLatency = controlOperation(
  declared.setLatency,
  async (context, { account: name, toBook = [], toPush = [], seed }) => {
    const { account } = await accountNamed(context, name);
    const [seedA, seedB, seedC, seedD] = derivedSeed(seed, "latency");
    const samples = [
      ...toBook.map((ms) => ({ way: LATENCY_TO_BOOK, ms })),
      ...toPush.map((ms) => ({ way: LATENCY_TO_PUSH, ms })),
    ];
    await context.submit({ type: "setLatency", account, seedA, seedB, seedC, seedD, samples });
    return { account, seed, toBook: shownSamples(toBook), toPush: shownSamples(toPush) };
  },
);

/** The samples of a profile by their way. */
export function shownLatency(rule: LatencyRule | undefined) {
  const of = (wanted: number) =>
    shownSamples((rule?.samples ?? []).filter(({ way }) => way === wanted).map(({ ms }) => ms));
  return { toBook: of(LATENCY_TO_BOOK), toPush: of(LATENCY_TO_PUSH) };
}

function shownSamples(samples: readonly number[]) {
  const sum = samples.reduce((total, ms) => total + ms, 0);
  return {
    samples: samples.length,
    leastMs: samples.length === 0 ? 0 : Math.min(...samples),
    meanMs: samples.length === 0 ? 0 : Math.round((100 * sum) / samples.length) / 100,
    mostMs: samples.length === 0 ? 0 : Math.max(...samples),
  };
}
