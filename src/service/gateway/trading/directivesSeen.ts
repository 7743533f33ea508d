import type { Disturbance } from "../../../interface/wire/control/faults.ts";
import { directives } from "../../../interface/wire/control/words.ts";
import type { EnginePort } from "../../../kernel/engine/index.ts";

/** The most directives that are shown. */
const SEEN_MAX = 100;

/** The directives in force, as everybody may see them: a row for each, however many orders it is about. */
export async function directivesSeen(engine: EnginePort): Promise<readonly Disturbance[]> {
  const views = await engine.query({ type: "directives" });
  const words = Object.entries(directives);
  const rows = new Map<number, Disturbance>();
  for (const { directive: terms, left } of views) {
    const { directive: id, account, what } = terms;
    if (rows.has(id) || rows.size === SEEN_MAX) continue;
    const whose = left > 1 ? `the next ${left} orders` : left === 1 ? "the next order" : "live orders";
    const word = words.find(([, code]) => code === what)?.[0] ?? "";
    rows.set(id, { by: "directive", id, what: `${word}: ${whose} of account ${account}` });
  }
  return [...rows.values()];
}
