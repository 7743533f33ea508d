import { expect, test } from "vitest";
import type { TimeMs } from "../../../kernel/core/index.ts";
import type { SourceLineView } from "./marketSource.ts";
import { NOTHING_LEFT_OUT } from "./marketSource.ts";
import { SourceStates } from "./sourceStates.ts";

const LIVE = {
  ...{
    symbol: "cmt_btcusdt",
    market: "BTC/USDT:USDT",
    state: "live",
    problem: "",
    sizes: "sizes are contracts",
  },
} as const satisfies SourceLineView;

test("a contract that is shown in part stays so when its sizes are measured again, and is told once", () => {
  const told: string[] = [];
  const states = new SourceStates(({ state }) => void told.push(state));
  const at = (ms: number) => ms as TimeMs;
  states.set(LIVE, at(1));
  const shown = { divergence: 0.5, thin: "its best bid is cut" };
  states.compare(LIVE.symbol, shown, at(2));
  states.set({ ...LIVE, sizes: "sizes are base coin" }, at(3));
  const thin = { ...LIVE, state: "thin", problem: shown.thin, sizes: "sizes are base coin", since: 2 };
  expect(states.list()).toEqual([{ ...thin, divergence: 0.5, leftOut: NOTHING_LEFT_OUT }]);
  expect(told).toEqual(["live", "thin"]);
  // One that comes back is compared anew.
  states.set({ ...LIVE, state: "stale", problem: "no book for 9 s" }, at(4));
  states.set(LIVE, at(5));
  const leftOut = { ...NOTHING_LEFT_OUT, band: 2 };
  states.leaveOut(LIVE.symbol, leftOut);
  expect(states.list()).toEqual([{ ...LIVE, since: 5, divergence: 0.5, leftOut }]);
  expect(told).toEqual(["live", "thin", "stale", "live"]);
});
