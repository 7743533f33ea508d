import Table from "cli-table3";
import type { Tape } from "./flow.ts";
import { grade, type Outcome, type Row } from "./row.ts";

const MARKS = { stretch: "★ stretch", goal: "✓ goal", floor: "✓ floor", below: "✗ below floor" } as const;

/** The outcomes as a table of text: figures, bounds and which of them is reached. */
export function table(outcomes: readonly (readonly [Row, Outcome])[]): string {
  const lines = new Table({
    head: ["row", "unit", "ours", "peers", "ratio", "floor", "goal", "stretch", ""],
    colAligns: ["left", "left", "right", "left", "right", "right", "right", "right", "left"],
    style: { head: [], border: [], compact: true },
  });
  for (const [row, { ours, peers, ratio }] of outcomes) {
    const others = Object.entries(peers).map(([name, value]) => `${name} ${brief(value)}`);
    const figures = [brief(ratio), brief(row.floor), brief(row.goal), brief(row.stretch)];
    lines.push([row.id, row.unit, brief(ours), others.join(", "), ...figures, MARKS[grade(row, ratio)]]);
  }
  return lines.toString();
}

/** What the tapes are: shares in percent of the timed messages, then the book at their end. */
export function flowTable(tapes: readonly Tape[]): string {
  const lines = new Table({
    head: ["profile", "GTC", "IOC", "cancel", "move", "trading", "resting", "prices", "messages"],
    colAligns: ["left", ...Array<"right">(8).fill("right")],
    style: { head: [], border: [], compact: true },
  });
  for (const { profile, start, length, achieved } of tapes) {
    const { gtc, ioc, cancel, move, trading, resting, prices } = achieved;
    const shares = [gtc, ioc, cancel, move, trading].map((share) => (100 * share).toFixed(1));
    lines.push([profile, ...shares, resting, prices, length - start]);
  }
  return lines.toString();
}

/** A figure with three digits that matter: 12.3 M, 450 k, 38.2, 0.61. */
function brief(value: number): string {
  if (value >= 1e6) return `${digits(value / 1e6)} M`;
  if (value >= 1e4) return `${digits(value / 1e3)} k`;
  return digits(value);
}

function digits(value: number): string {
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}
