import "./equityCurve.css";
import type { v2 } from "../../../../interface/wire/index.ts";
import { fixed } from "../../format/decimal.ts";
import { dateTime } from "../../format/time.ts";

const WIDTH = 600;
const HEIGHT = 120;
const EDGE = 4;

/**
 * Equity as a line: stretched to its place, the first value as a line across it. Its figures are said beside
 * it and to screen readers.
 */
export function EquityCurve({ points }: { readonly points: v2.EquityHistory["points"] }) {
  const values = points.map(({ equity }) => Number(equity));
  const low = Math.min(...values);
  const high = Math.max(...values);
  const range = high - low || 1;
  const [begin, end] = [points[0]!.time, points.at(-1)!.time];
  const x = (time: number) => (end === begin ? 0 : ((time - begin) / (end - begin)) * WIDTH);
  const y = (value: number) => EDGE + (1 - (value - low) / range) * (HEIGHT - 2 * EDGE);
  const line = points.map(({ time }, i) => `${x(time).toFixed(1)},${y(values[i]!).toFixed(1)}`).join(" ");
  const rises = values.at(-1)! >= values[0]!;
  const [first, last] = [points[0]!, points.at(-1)!];
  const summary = `Equity from ${fixed(first.equity, 2)} at ${dateTime(first.time)} to ${fixed(last.equity, 2)} now; lowest ${fixed(low.toFixed(8), 2)}, highest ${fixed(high.toFixed(8), 2)}`;
  return (
    <figure className="equity-curve">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={summary}>
        <line className="equity-zero" x1="0" x2={WIDTH} y1={y(values[0]!)} y2={y(values[0]!)} />
        <polygon
          className={`equity-area ${rises ? "up" : "down"}`}
          points={`0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}`}
        />
        <polyline className={`equity-line ${rises ? "up" : "down"}`} points={line} />
      </svg>
      <figcaption>
        <span>{dateTime(begin)}</span>
        <span>{`${fixed(low.toFixed(8), 2)} to ${fixed(high.toFixed(8), 2)}`}</span>
        <span>now</span>
      </figcaption>
    </figure>
  );
}
