/** Where the labels of the account's lines stand on the chart. */

export const LABEL_HEIGHT_PX = 18;
const WIDTH_PX = 196;
/** On a chart narrower than this there is no room for labels beside each other, and little for one. */
const NARROW_PX = 480;
const NARROW_WIDTH_PX = 112;
/** From one column of labels to the next, and to the edge of the chart, px. */
const MARGIN_PX = 8;
/** From the middle of a label to that of the one below. */
const STEP_PX = LABEL_HEIGHT_PX + 1;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A line with the height at which it is, in pixels from the top. */
export interface LineAt {
  readonly id: string;
  /** Its column from the right, where there is room for columns. */
  readonly place: 0 | 1 | 2;
  readonly y: number;
}

export interface Label {
  readonly left: number;
  readonly width: number;
  /** Height of the label's middle, px from the top. */
  readonly y: number;
}

export function isNarrow({ width }: Pick<Size, "width">): boolean {
  return width < NARROW_PX;
}

/**
 * A label for each line that is in sight: at its line, and where lines are closer than labels are high one
 * below the other around them, in the order of their prices; those of one price in the order given.
 */
export function labelsOf(lines: readonly LineAt[], chart: Size): ReadonlyMap<string, Label> {
  const half = LABEL_HEIGHT_PX / 2;
  const labels = new Map<string, Label>();
  for (const column of isNarrow(chart)
    ? [lines]
    : [0, 1, 2].map((at) => lines.filter(({ place }) => place === at))) {
    const inSight = column
      .filter(({ y }) => y > -half && y < chart.height + half)
      .toSorted((a, b) => a.y - b.y);
    const ys = spread(
      inSight.map(({ y }) => y),
      { first: half + 1, last: chart.height - half - 1 },
    );
    for (const [i, { id, place }] of inSight.entries()) labels.set(id, labelAt(place, ys[i]!, chart));
  }
  return labels;
}

/** A label of a column at a height of one's own choice. */
export function labelAt(place: LineAt["place"], y: number, chart: Size): Label {
  const width = isNarrow(chart) ? NARROW_WIDTH_PX : WIDTH_PX;
  const columns = isNarrow(chart) ? 1 : 1 + place;
  return { left: chart.width - (width + MARGIN_PX) * columns, width, y };
}

/**
 * Heights at least a step apart and between `first` and `last`, together as near to the wanted ones as can be
 * (least squares). Where there is no room for that many they overlap evenly.
 *
 * @param wanted ascending
 */
function spread(
  wanted: readonly number[],
  { first, last }: { readonly first: number; readonly last: number },
): readonly number[] {
  const step = Math.min(STEP_PX, (last - first) / Math.max(1, wanted.length - 1));
  // Without the steps before each they must only not descend: neighbours that do meet at their mean.
  const groups: { sum: number; count: number }[] = [];
  for (const [i, y] of wanted.entries()) {
    let group = { sum: y - i * step, count: 1 };
    for (let above = groups.at(-1); above !== undefined && mean(above) > mean(group); above = groups.at(-1)) {
      group = { sum: above.sum + group.sum, count: above.count + group.count };
      groups.pop();
    }
    groups.push(group);
  }
  const highest = last - (wanted.length - 1) * step;
  return groups
    .flatMap((group) => Array.from({ length: group.count }, () => mean(group)))
    .map((y, i) => Math.max(first, Math.min(highest, y)) + i * step);
}

function mean({ sum, count }: { readonly sum: number; readonly count: number }): number {
  return sum / count;
}

/** The parts of a line that no label covers, from left to right. */
export function uncovered(
  y: number,
  labels: Iterable<Label>,
  width: number,
): readonly (readonly [number, number])[] {
  const covering = [...labels]
    .filter((label) => Math.abs(label.y - y) < LABEL_HEIGHT_PX / 2)
    .toSorted((a, b) => a.left - b.left);
  const starts = [0, ...covering.map((label) => label.left + label.width)];
  const ends = [...covering.map(({ left }) => left), width];
  return starts.map((start, i) => [start, ends[i]!] as const);
}
