import Table from "cli-table3";
import { FAULT_TYPES } from "../check/history.ts";
import type { NodeState } from "./nodeProcess.ts";
import type { Trial, Verdict } from "./trial.ts";
import { DEEDS, type Done } from "./unrest.ts";

const COLOURS: Readonly<Record<NodeState, string>> = {
  leads: "\x1b[32m",
  follows: "\x1b[36m",
  starting: "\x1b[33m",
  paused: "\x1b[33m",
  silent: "\x1b[33m",
  dead: "\x1b[31m",
};
/** Disturbances shown while it runs: the last ones. */
const DONE_SHOWN = 6;

/** How the cluster stands, and what was done to it last. */
export function liveTable(trial: Trial, doing: string): string {
  const nodes = new Table({ head: ["node", "state", "executed up to", "page"], style: { head: [] } });
  for (const { name, state, seq, baseUrl } of trial.nodes)
    nodes.push([name, `${COLOURS[state]}${state}\x1b[0m`, seq.toLocaleString("en"), `${baseUrl}/`]);
  const done = new Table({ head: ["done", "to", "acknowledged again after"], style: { head: [] } });
  for (const { deed, to, gapMs } of trial.done.slice(-DONE_SHOWN)) done.push([deed, to, inMs(gapMs)]);
  const counts = `acknowledged ${trial.acknowledged}   reads ${trial.reads}   stale ${trial.stale}   ${doing === "" ? "" : `… ${doing}`}`;
  return `${nodes.toString()}\n${done.toString()}\n${counts}`;
}

/** What came of it all, in a table and a sentence. */
export function sumOf(trial: Trial, verdict: Verdict): string {
  const table = new Table({ head: ["done", "times", "median gap", "longest gap"], style: { head: [] } });
  for (const deed of DEEDS) {
    const gaps = trial.done.filter((each) => each.deed === deed).map(({ gapMs }: Done) => gapMs);
    if (gaps.length === 0) continue;
    gaps.sort((a, b) => a - b);
    table.push([deed, String(gaps.length), inMs(gaps[gaps.length >> 1]!), inMs(gaps.at(-1)!)]);
  }
  const { faults, acknowledged, reads, pushes, unknown, orders, commands } = verdict;
  const count = (type: string): number => faults.filter((fault) => fault.type === type).length;
  const told =
    `${acknowledged} orders acknowledged, ${unknown} never answered, ${reads} reads, ${pushes} pushes; the log holds ${orders} orders in ${commands} commands.\n` +
    FAULT_TYPES.map((type) => `${type} ${count(type)}`).join(", ");
  return [table.toString(), told, ...faults.map(({ type, says }) => `${type}: ${says}`)].join("\n");
}

function inMs(ms: number): string {
  return `${Math.round(ms).toLocaleString("en")} ms`;
}
