import { type Bounding, type Chart, type OverlayTemplate, registerOverlay, type YAxis } from "klinecharts";
import { type Grid, priceText } from "../../../../interface/wire/decimal.ts";
import { withThousands } from "../../format/decimal.ts";
import { colour } from "../../theme/settings.ts";
import { isNarrow, LABEL_HEIGHT_PX, type Label, labelAt, labelsOf, uncovered } from "./labels.ts";
import type { ChartLine } from "./lines.ts";

const NAME = "accountLine";
const GROUP = "account";
const CANDLES = { paneId: "candle_pane" };
const FONT = {
  size: 11,
  family: '"IBM Plex Sans", system-ui, sans-serif',
  ...{ paddingLeft: 0, paddingRight: 0, paddingTop: 0, paddingBottom: 0 },
} as const;
const AXIS_PADDING = { paddingLeft: 4, paddingRight: 4, paddingTop: 3, paddingBottom: 3 } as const;

/** What is drawn of a line. */
interface Drawn {
  readonly line: ChartLine;
  /**
   * Labels of the lines. A function, since the chart keeps a copy of what it is given, and copies lose their
   * class.
   */
  readonly labels: LineLayer["labels"];
  /** How far the label of a line that is dragged stays below it, px. */
  readonly heldBelow?: number;
}

const template: OverlayTemplate<Drawn> = {
  name: NAME,
  totalStep: 2,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ overlay, coordinates: [at], bounding, yAxis }) => {
    if (at === undefined || yAxis === null) return [];
    const { line, labels: labelsOn, heldBelow } = overlay.extendData;
    const { kind, text, short, colour: token, place } = line;
    const ink = colour(token);
    const labels = labelsOn(yAxis, bounding);
    const label = heldBelow === undefined ? labels.get(line.id) : labelAt(place, at.y + heldBelow, bounding);
    const dashes = kind === "liquidation" ? [8, 3, 2, 3] : kind === "entry" ? [] : [4, 3];
    const pieces = uncovered(at.y, labels.values(), bounding.width).map(([from, to]) => ({
      coordinates: [
        { x: from, y: at.y },
        { x: to, y: at.y },
      ],
    }));
    const drawnLine = {
      key: "line",
      type: "line",
      ignoreEvent: true, // a press beside the handle pans the chart
      attrs: pieces,
      styles: { style: dashes.length === 0 ? "solid" : "dashed", dashedValue: dashes, color: ink, size: 1 },
    };
    if (label === undefined) return drawnLine;
    const { left, width, y } = label;
    return [
      drawnLine,
      {
        key: "handle",
        type: "rect",
        attrs: { x: left, y: y - LABEL_HEIGHT_PX / 2, width, height: LABEL_HEIGHT_PX },
        styles: { style: "stroke_fill", color: colour("panel"), borderColor: ink, borderRadius: 3 },
      },
      {
        key: "text",
        type: "text",
        ignoreEvent: true,
        attrs: { x: left + 6, y: y + 1, text: isNarrow(bounding) ? short : text, baseline: "middle" },
        styles: { ...FONT, color: ink, backgroundColor: "transparent" },
      },
    ];
  },
  createYAxisFigures: ({ overlay, coordinates: [at] }) => {
    if (at === undefined) return [];
    const { line } = overlay.extendData;
    return {
      type: "text",
      ignoreEvent: true,
      attrs: { x: 0, y: at.y, text: withThousands(line.price), baseline: "middle" },
      styles: {
        ...FONT,
        ...AXIS_PADDING,
        color: colour("panel"),
        backgroundColor: colour(line.colour),
        borderRadius: 2,
      },
    };
  },
};
registerOverlay(template);

/** A line being dragged, or dropped and not yet confirmed. */
export interface Moved {
  readonly line: ChartLine;
  /** Price at which the line is now, on a tick. */
  readonly price: string;
}

interface Hold {
  readonly line: ChartLine;
  price: string;
  hasMoved: boolean;
  isDropped: boolean;
  /** How far below the line its label was, px. */
  readonly below: number;
  /** How far below the line the hand took it, px. */
  readonly grip: number;
}

/**
 * The account's lines on the chart: new ones are added, changed ones moved, ended ones removed.
 *
 * An order's line can be dragged by its label; whoever hears where the hand goes calls {@link follow}, and
 * {@link drop} when the press has ended: the chart itself tells of neither where the candles are not. While
 * it is dragged no push moves it. Dropping sends nothing: {@link onDrop} is called, and whoever decides calls
 * {@link release}.
 */
export class LineLayer {
  readonly #chart: Chart;
  readonly #onDrop: (moved: Moved) => void;
  #grid: Grid;
  #shown = new Map<string, ChartLine>();
  /** The account's present lines, whatever is being dragged. */
  #lines: readonly ChartLine[] = [];
  #hold: Hold | undefined;
  /** Where the labels stand, for what is shown on which axis. */
  #labels: { readonly of: string; readonly at: ReadonlyMap<string, Label> } | undefined;

  constructor(chart: Chart, grid: Grid, onDrop: (moved: Moved) => void) {
    this.#chart = chart;
    this.#grid = grid;
    this.#onDrop = onDrop;
  }

  /** Whether a line is being dragged or waits for a decision. */
  get isHeld(): boolean {
    return this.#hold !== undefined;
  }

  /** Where the labels stand now; the label of a line in hand goes its own way. */
  readonly labels = (axis: YAxis, bounding: Bounding): ReadonlyMap<string, Label> => {
    const { from, to } = axis.getRange();
    const of = `${from} ${to} ${bounding.width} ${bounding.height}`;
    if (this.#labels?.of !== of) {
      const lines = this.#lines
        .filter(({ id }) => id !== this.#hold?.line.id || !this.#hold.hasMoved)
        .map(({ id, place, price }) => ({ id, place, y: axis.convertToPixel(Number(price)) }));
      this.#labels = { of, at: labelsOf(lines, bounding) };
    }
    return this.#labels.at;
  };

  show(lines: readonly ChartLine[], grid: Grid): void {
    this.#grid = grid;
    this.#lines = lines;
    this.#labels = undefined;
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
          extendData: { line, labels: this.labels } satisfies Drawn,
        });
      }
    }
    this.#shown = next;
  }

  /**
   * Follows the hand, which is at this height of the window, px; beside the candles the line stays at their
   * edge.
   */
  follow(clientY: number): void {
    const pane = this.#hold && this.#chart.getDom(CANDLES.paneId, "main");
    if (pane) this.#drag(clientY - pane.getBoundingClientRect().top);
  }

  /** Ends a press, wherever it ended. */
  drop(): void {
    const hold = this.#hold;
    if (hold === undefined || hold.isDropped) return;
    if (!hold.hasMoved) {
      this.release();
      return;
    }
    hold.isDropped = true;
    this.#onDrop({ line: hold.line, price: hold.price });
  }

  /** Ends a drag: the line returns to where the account has it. */
  release(): void {
    const hold = this.#hold;
    if (hold === undefined) return;
    this.#hold = undefined;
    // The chart takes a line for pressed until a press ends over the candles: locked, it takes no part in the
    // next one.
    this.#chart.overrideOverlay({ id: hold.line.id, lock: true });
    this.#chart.removeOverlay({ id: hold.line.id });
    this.#shown.delete(hold.line.id);
    this.show(this.#lines, this.#grid);
  }

  /** Draws all lines anew, as other colours want it. */
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
      ...CANDLES,
      points: [{ value: Number(line.price) }],
      extendData: { line, labels: this.labels } satisfies Drawn,
      lock: line.order === undefined,
      zLevel: line.order === undefined ? 1 : 2,
      onPressedMoveStart: ({ y = 0 }) => this.#take(line.id, y),
      onPressedMoving: ({ overlay, y = 0 }) => {
        if (this.#hold?.line.id === line.id) this.#drag(y);
        overlay.points[0]!.value = this.#valueOf(line.id); // and not where the chart has moved it
      },
    });
  }

  #take(id: string, handY: number): void {
    if (this.#hold?.hasMoved) return; // one at a time: the last one still waits for its decision
    const line = this.#shown.get(id);
    if (line === undefined) return;
    const at = this.#chart.convertToPixel({ value: Number(line.price) }, CANDLES);
    const y = (Array.isArray(at) ? undefined : at.y) ?? handY;
    const below = (this.#labels?.at.get(id)?.y ?? y) - y;
    this.#hold = { line, price: line.price, hasMoved: false, isDropped: false, below, grip: handY - y };
  }

  /** Moves the line in hand. @param handY px below the upper edge of the candles */
  #drag(handY: number): void {
    const hold = this.#hold;
    const size = this.#chart.getSize(CANDLES.paneId, "main");
    if (hold === undefined || hold.isDropped || size === null) return;
    const y = Math.max(0, Math.min(size.height, handY - hold.grip));
    const at = this.#chart.convertFromPixel([{ y }], CANDLES);
    const value = Array.isArray(at) ? at[0]?.value : at.value;
    if (value === undefined) return;
    const step = this.#grid.priceStep / 10 ** this.#grid.priceDecimals;
    hold.price = priceText(this.#grid, Math.max(1, Math.round(value / step)));
    hold.hasMoved = hold.price !== hold.line.price;
    this.#labels = undefined;
    const text = `${hold.line.text}  →  ${hold.price}`;
    const line = { ...hold.line, price: hold.price, text, short: `→ ${hold.price}` };
    this.#chart.overrideOverlay({
      id: line.id,
      points: [{ value: this.#valueOf(line.id) }],
      extendData: { line, labels: this.labels, heldBelow: hold.below } satisfies Drawn,
    });
  }

  /** Where a line is drawn. */
  #valueOf(id: string): number {
    return Number((this.#hold?.line.id === id ? this.#hold : this.#shown.get(id))?.price);
  }
}
