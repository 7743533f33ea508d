import { type Chart, type Overlay, type OverlayTemplate, registerOverlay } from "klinecharts";
import { type Grid, priceText } from "../../../wire/decimal.ts";
import { dressed } from "../../format/decimal.ts";
import { colour } from "../../theme/settings.ts";
import type { ChartLine } from "./lines.ts";

const NAME = "accountLine";
const GROUP = "account";
const LABEL_WIDTH_PX = 196;
/** On a chart narrower than this there is no room for labels beside each other, and little for one. */
const NARROW_PX = 480;
const NARROW_LABEL_WIDTH_PX = 112;
const LABEL_HEIGHT_PX = 18;
const FONT = { size: 11, family: '"IBM Plex Sans", system-ui, sans-serif' } as const;

const template: OverlayTemplate<ChartLine> = {
  name: NAME,
  totalStep: 2,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ overlay, coordinates: [at], bounding }) => {
    if (at === undefined) return [];
    const { kind, text, short, colour: token, place } = overlay.extendData;
    const ink = colour(token);
    const isNarrow = bounding.width < NARROW_PX;
    const width = isNarrow ? NARROW_LABEL_WIDTH_PX : LABEL_WIDTH_PX;
    const left = bounding.width - (width + 8) * (1 + (isNarrow ? 0 : place));
    // At an edge of the chart the label stays whole: it is what the line is taken by.
    const half = LABEL_HEIGHT_PX / 2;
    const isIn = at.y > -half && at.y < bounding.height + half;
    const y = isIn ? Math.min(Math.max(at.y, half + 1), bounding.height - half - 1) : at.y;
    const dashes = kind === "liquidation" ? [8, 3, 2, 3] : kind === "entry" ? [] : [4, 3];
    return [
      {
        key: "line",
        type: "line",
        ignoreEvent: true, // a press beside the handle pans the chart
        attrs: {
          coordinates: [
            { x: 0, y: at.y },
            { x: bounding.width, y: at.y },
          ],
        },
        styles: {
          style: dashes.length === 0 ? "solid" : "dashed",
          dashedValue: dashes,
          color: ink,
          size: 1,
        },
      },
      {
        key: "handle",
        type: "rect",
        attrs: { x: left, y: y - half, width, height: LABEL_HEIGHT_PX },
        styles: { style: "stroke_fill", color: colour("panel"), borderColor: ink, borderRadius: 3 },
      },
      {
        key: "text",
        type: "text",
        ignoreEvent: true,
        attrs: { x: left + 6, y: y + 1, text: isNarrow ? short : text, baseline: "middle" },
        styles: { ...FONT, color: ink, backgroundColor: "transparent", paddingLeft: 0, paddingTop: 0 },
      },
    ];
  },
  createYAxisFigures: ({ overlay, coordinates: [at] }) => {
    if (at === undefined) return [];
    const ink = colour(overlay.extendData.colour);
    return {
      type: "text",
      ignoreEvent: true,
      attrs: { x: 0, y: at.y, text: dressed(overlay.extendData.price), baseline: "middle" },
      styles: { ...FONT, color: colour("panel"), backgroundColor: ink, borderRadius: 2 },
    };
  },
};
registerOverlay(template);

/** A line being dragged, or dropped and not yet confirmed. */
export interface Moved {
  readonly line: ChartLine;
  /** Where it is now, on a tick. */
  readonly price: string;
}

interface Hold {
  readonly line: ChartLine;
  price: string;
  hasMoved: boolean;
}

/**
 * The account's lines on the chart: new ones are added, changed ones moved, ended ones removed.
 *
 * An order's line can be dragged by its label and dropped elsewhere. While it is dragged no push moves it. Dropping
 * sends nothing: {@link onDrop} is called, and whoever decides calls {@link release}.
 */
export class LineLayer {
  readonly #chart: Chart;
  readonly #onDrop: (moved: Moved) => void;
  #grid: Grid;
  #shown = new Map<string, ChartLine>();
  /** The account's present lines, whatever is being dragged. */
  #lines: readonly ChartLine[] = [];
  #hold: Hold | undefined;

  constructor(chart: Chart, grid: Grid, onDrop: (moved: Moved) => void) {
    this.#chart = chart;
    this.#grid = grid;
    this.#onDrop = onDrop;
  }

  /** Whether a line is being dragged or waits for a decision. */
  get isHeld(): boolean {
    return this.#hold !== undefined;
  }

  show(lines: readonly ChartLine[], grid: Grid): void {
    this.#grid = grid;
    this.#lines = lines;
    const next = new Map(lines.map((line) => [line.id, line]));
    const held = this.#hold?.line.id;
    if (held !== undefined && !next.has(held)) this.#hold = undefined; // the order has ended meanwhile
    for (const id of this.#shown.keys()) if (!next.has(id)) this.#chart.removeOverlay({ id });
    for (const line of lines) {
      if (line.id === this.#hold?.line.id) continue;
      const known = this.#shown.get(line.id);
      if (known === undefined) this.#add(line);
      else if (known.price !== line.price || known.text !== line.text || known.colour !== line.colour) {
        this.#chart.overrideOverlay({
          id: line.id,
          points: [{ value: Number(line.price) }],
          extendData: line,
        });
      }
    }
    this.#shown = next;
  }

  /** Ends a drag: the line returns to where the account has it. */
  release(): void {
    const hold = this.#hold;
    if (hold === undefined) return;
    this.#hold = undefined;
    this.#chart.removeOverlay({ id: hold.line.id });
    this.#shown.delete(hold.line.id);
    this.show(this.#lines, this.#grid);
  }

  /** Draws all of them anew, as other colours want it. */
  repaint(): void {
    this.#hold = undefined;
    this.#chart.removeOverlay({ groupId: GROUP });
    this.#shown.clear();
    this.show(this.#lines, this.#grid);
  }

  #add(line: ChartLine): void {
    this.#chart.createOverlay({
      name: NAME,
      id: line.id,
      groupId: GROUP,
      paneId: "candle_pane",
      points: [{ value: Number(line.price) }],
      extendData: line,
      lock: line.order === undefined,
      zLevel: line.order === undefined ? 1 : 2,
      onPressedMoveStart: () => this.#take(line.id),
      onPressedMoving: ({ overlay }) => this.#drag(overlay as Overlay<ChartLine>),
      onPressedMoveEnd: () => this.#drop(),
    });
  }

  #take(id: string): void {
    if (this.#hold?.hasMoved) return; // one at a time: the last one still waits for its decision
    const line = this.#shown.get(id);
    if (line !== undefined) this.#hold = { line, price: line.price, hasMoved: false };
  }

  #drag(overlay: Overlay<ChartLine>): void {
    const hold = this.#hold;
    const [point] = overlay.points;
    if (hold === undefined || hold.line.id !== overlay.id || point?.value === undefined) return;
    const step = this.#grid.priceStep / 10 ** this.#grid.priceDecimals;
    const ticks = Math.max(1, Math.round(point.value / step));
    hold.price = priceText(this.#grid, ticks);
    hold.hasMoved = hold.price !== hold.line.price;
    point.value = ticks * step;
    overlay.extendData = {
      ...hold.line,
      price: hold.price,
      text: `${hold.line.text}  →  ${hold.price}`,
      short: `→ ${hold.price}`,
    };
  }

  #drop(): void {
    const hold = this.#hold;
    if (hold === undefined) return;
    if (hold.hasMoved) this.#onDrop({ line: hold.line, price: hold.price });
    else this.#hold = undefined;
  }
}
