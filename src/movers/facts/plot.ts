/*
 * Lines and bars as SVG, without a script: a report is one file that opens anywhere.
 */

export interface Line {
  readonly name: string;
  readonly points: readonly (readonly [number, number])[];
}

export interface Plot {
  readonly title: string;
  /** The titles of the axes, with units. */
  readonly along: string;
  readonly up: string;
  readonly lines: readonly Line[];
  readonly logAlong?: boolean;
  readonly logUp?: boolean;
}

const WIDTH = 460;
const HEIGHT = 260;
const LEFT = 56;
const BOTTOM = 40;
const TOP = 28;
const RIGHT = 12;
/** Lines differ by dash as well as by colour. */
const STROKES = [
  'stroke="#1668dc"',
  'stroke="#d4380d" stroke-dasharray="6 3"',
  'stroke="#389e0d" stroke-dasharray="2 3"',
] as const;

export function plot({ title, along, up, lines, logAlong = false, logUp = false }: Plot): string {
  const usable = lines.map(({ name, points }) => ({
    name,
    points: points.filter(
      ([x, y]) => Number.isFinite(x) && Number.isFinite(y) && !(logAlong && x <= 0) && !(logUp && y <= 0),
    ),
  }));
  const all = usable.flatMap(({ points }) => points);
  if (all.length === 0) return "";
  const x = scaleOf(
    all.map(([value]) => value),
    logAlong,
    LEFT,
    WIDTH - RIGHT,
  );
  const y = scaleOf(
    all.map(([, value]) => value),
    logUp,
    HEIGHT - BOTTOM,
    TOP,
  );
  const paths = usable.map(({ points }, i) => {
    const path = points
      .map(([a, b], at) => `${at === 0 ? "M" : "L"}${x.at(a).toFixed(1)} ${y.at(b).toFixed(1)}`)
      .join("");
    return `<path d="${path}" fill="none" stroke-width="1.5" ${STROKES[i % STROKES.length]}/>`;
  });
  const names = usable.map(
    ({ name }, i) =>
      `<path d="M${LEFT + 8 + i * 130} ${HEIGHT - 6}h24" stroke-width="2" ${STROKES[i % STROKES.length]}/><text x="${LEFT + 36 + i * 130}" y="${HEIGHT - 2}">${escaped(name)}</text>`,
  );
  const ticksX = x.ticks.map(
    (value) =>
      `<text x="${x.at(value)}" y="${HEIGHT - BOTTOM + 12}" text-anchor="middle">${figure(value)}</text>`,
  );
  const ticksY = y.ticks.map(
    (value) =>
      `<text x="${LEFT - 4}" y="${y.at(value) + 3}" text-anchor="end">${figure(value)}</text><path d="M${LEFT} ${y.at(value)}H${WIDTH - RIGHT}" stroke="#ddd"/>`,
  );
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${escaped(title)}"><text x="${LEFT}" y="14" class="title">${escaped(title)}</text>${ticksY.join("")}${ticksX.join("")}<text x="${WIDTH - RIGHT}" y="${HEIGHT - BOTTOM + 24}" text-anchor="end">${escaped(along)}</text><text x="${LEFT}" y="${TOP - 4}" text-anchor="start" class="unit">${escaped(up)}</text>${paths.join("")}${names.join("")}</svg>`;
}

/** A minute's candle: open, high, low, close, and the volume. */
export type Candle = readonly [number, number, number, number, number];

const CANDLES_WIDTH = 940;

export function candles(title: string, bars: readonly Candle[]): string {
  const low = Math.min(...bars.map((bar) => bar[2]));
  const high = Math.max(...bars.map((bar) => bar[1]));
  const most = Math.max(1e-9, ...bars.map((bar) => bar[4]));
  const step = (CANDLES_WIDTH - LEFT - RIGHT) / bars.length;
  const at = (price: number): number => 190 - ((price - low) / Math.max(1e-12, high - low)) * 160;
  const marks = bars.map(([open, top, bottom, close, volume], i) => {
    const x = LEFT + (i + 0.5) * step;
    const colour = close >= open ? "#389e0d" : "#cf1322";
    const [upper, lower] = [at(Math.max(open, close)), at(Math.min(open, close))];
    const tall = (volume / most) * 50;
    return `<path d="M${x.toFixed(1)} ${at(top).toFixed(1)}V${at(bottom).toFixed(1)}" stroke="${colour}"/><rect x="${(x - step * 0.35).toFixed(1)}" y="${upper.toFixed(1)}" width="${(step * 0.7).toFixed(1)}" height="${Math.max(0.7, lower - upper).toFixed(1)}" fill="${colour}"/><rect x="${(x - step * 0.35).toFixed(1)}" y="${(255 - tall).toFixed(1)}" width="${(step * 0.7).toFixed(1)}" height="${tall.toFixed(1)}" fill="#aaa"/>`;
  });
  return `<svg viewBox="0 0 ${CANDLES_WIDTH} 260" width="${CANDLES_WIDTH}" height="260" role="img" aria-label="${escaped(title)}"><text x="${LEFT}" y="14" class="title">${escaped(title)}</text><text x="${LEFT - 4}" y="${at(high) + 3}" text-anchor="end">${figure(high)}</text><text x="${LEFT - 4}" y="${at(low) + 3}" text-anchor="end">${figure(low)}</text>${marks.join("")}</svg>`;
}

/** A liquidation: when, how much, and whether a short was bought back. */
export interface Fall {
  readonly at: number;
  readonly value: number;
  readonly bought: boolean;
}

/**
 * A price over time, and the liquidations below it: a mark for each, as large as its value, shorts above the
 * middle and longs below.
 */
export function falls(title: string, prices: ArrayLike<number>, all: readonly Fall[]): string {
  const values = Array.from(prices);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (share: number): number => LEFT + share * (CANDLES_WIDTH - LEFT - RIGHT);
  const y = (price: number): number => 150 - ((price - low) / Math.max(1e-12, high - low)) * 120;
  const path = values
    .map((price, i) => `${i === 0 ? "M" : "L"}${x(i / values.length).toFixed(1)} ${y(price).toFixed(1)}`)
    .join("");
  const most = Math.max(1e-9, ...all.map(({ value }) => value));
  const marks = all.map(({ at, value, bought }) => {
    const radius = 1 + 6 * Math.sqrt(value / most);
    return `<circle cx="${x(at).toFixed(1)}" cy="${bought ? 185 : 225}" r="${radius.toFixed(1)}" fill="${bought ? "#389e0d" : "#cf1322"}" fill-opacity="0.5"/>`;
  });
  return `<svg viewBox="0 0 ${CANDLES_WIDTH} 250" width="${CANDLES_WIDTH}" height="250" role="img" aria-label="${escaped(title)}"><text x="${LEFT}" y="14" class="title">${escaped(title)}</text><text x="${LEFT - 4}" y="${y(high) + 3}" text-anchor="end">${figure(high)}</text><text x="${LEFT - 4}" y="${y(low) + 3}" text-anchor="end">${figure(low)}</text><text x="${LEFT - 4}" y="188" text-anchor="end">shorts</text><text x="${LEFT - 4}" y="228" text-anchor="end">longs</text><path d="${path}" fill="none" stroke="#1668dc"/>${marks.join("")}</svg>`;
}

function scaleOf(values: readonly number[], isLog: boolean, from: number, to: number) {
  const form = isLog ? Math.log10 : (value: number): number => value;
  const low = form(Math.min(...values));
  const high = form(Math.max(...values));
  const span = high - low || 1;
  const at = (value: number): number => from + ((form(value) - low) / span) * (to - from);
  const back = (value: number): number => (isLog ? 10 ** value : value);
  return { at, ticks: [0, 0.25, 0.5, 0.75, 1].map((part) => back(low + part * span)) };
}

/** A number with three significant digits. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  return size >= 1000
    ? Math.round(value).toLocaleString("en-US")
    : size < 0.001
      ? value.toExponential(1)
      : String(Number(value.toPrecision(3)));
}

export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`);
}
