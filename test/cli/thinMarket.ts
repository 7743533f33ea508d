import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";

/**
 * One contract, whose house quotes and trades little: a venue of it starts in a third of the time of the
 * whole market.
 */
const MARKET = {
  seed: 1,
  contracts: [{ symbol: "cmt_btcusdt" }],
  participants: { depth: 0.05, flow: 0.1, contracts: { cmt_btcusdt: { levels: 10, crowdUnits: 0 } } },
  prehistory: 60,
};

/** A file of it, which is gone after the test. */
export function thinMarket(): string {
  const path = join(temporaryDirectory(), "market.json");
  writeFileSync(path, JSON.stringify(MARKET));
  return path;
}
