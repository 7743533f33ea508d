import { grade, type Outcome, type Row } from "./row.ts";

const MARKS = { stretch: "★ stretch", goal: "✓ goal", floor: "✓ floor", below: "✗ below floor" } as const;

/** The outcomes as aligned text, and whether every row reached its floor. */
export function table(outcomes: readonly (readonly [Row, Outcome])[]): { text: string; met: boolean } {
  const head = ["row", "unit", "ours", "peers", "ratio", "floor", "goal", "stretch", ""];
  const lines = outcomes.map(([row, { ours, peers, ratio }]) => [
    row.id,
    row.unit,
    brief(ours),
    Object.entries(peers)
      .map(([name, value]) => `${name} ${brief(value)}`)
      .join(", ") || "–",
    brief(ratio),
    brief(row.floor),
    brief(row.goal),
    brief(row.stretch),
    MARKS[grade(row, ratio)],
  ]);
  const widths = head.map((title, i) => Math.max(title.length, ...lines.map((line) => line[i]!.length)));
  const draw = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (NUMERIC.has(i) ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
      .join("  ")
      .trimEnd();
  return {
    text: [head, ...lines].map(draw).join("\n"),
    met: outcomes.every(([row, { ratio }]) => grade(row, ratio) !== "below"),
  };
}

/** Columns that align on the right. */
const NUMERIC: ReadonlySet<number> = new Set([2, 4, 5, 6, 7]);

/** Three digits that matter: 12.3 M, 450 k, 38.2, 0.61. */
function brief(value: number): string {
  if (value >= 1e6) return `${digits(value / 1e6)} M`;
  if (value >= 1e4) return `${digits(value / 1e3)} k`;
  return digits(value);
}

function digits(value: number): string {
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}
