import { type Chart, type OverlayTemplate, registerOverlay } from "klinecharts";
import { dressed } from "../../format/decimal.ts";
import { colour } from "../../theme/settings.ts";
import type { ChartLine } from "./lines.ts";

const NAME = "accountLine";
const GROUP = "account";
const LABEL_WIDTH_PX = 196;
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
    const { kind, text, colour: token } = overlay.extendData;
    const ink = colour(token);
    const left = bounding.width - (LABEL_WIDTH_PX + 8) * (1 + overlay.extendData.place);
    const dashes = kind === "liquidation" ? [8, 3, 2, 3] : kind === "entry" ? [] : [4, 3];
    return [
      {
        key: "line",
        type: "line",
        ignoreEvent: true,
        attrs: {
          coordinates: [
            { x: 0, y: at.y },
            { x: bounding.width, y: at.y },
          ],
        },
        styles: { style: dashes.length === 0 ? "solid" : "dashed", dashedValue: dashes, color: ink, size: 1 },
      },
      {
        key: "handle",
        type: "rect",
        attrs: { x: left, y: at.y - LABEL_HEIGHT_PX / 2, width: LABEL_WIDTH_PX, height: LABEL_HEIGHT_PX },
        styles: { style: "stroke_fill", color: colour("panel"), borderColor: ink, borderRadius: 3 },
      },
      {
        key: "text",
        type: "text",
        ignoreEvent: true,
        attrs: { x: left + 6, y: at.y + 1, text, baseline: "middle" },
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

/** Draws the account's lines on the chart: what is new is added, what changed moved, what ended taken off. */
export class LineLayer {
  readonly #chart: Chart;
  #shown = new Map<string, ChartLine>();

  constructor(chart: Chart) {
    this.#chart = chart;
  }

  show(lines: readonly ChartLine[]): void {
    const next = new Map(lines.map((line) => [line.id, line]));
    for (const id of this.#shown.keys()) if (!next.has(id)) this.#chart.removeOverlay({ id });
    for (const line of lines) {
      const known = this.#shown.get(line.id);
      const points = [{ value: Number(line.price) }];
      if (known === undefined) {
        this.#chart.createOverlay({
          name: NAME,
          id: line.id,
          groupId: GROUP,
          paneId: "candle_pane",
          points,
          extendData: line,
          lock: true,
          zLevel: line.order === undefined ? 1 : 2,
        });
      } else if (known.price !== line.price || known.text !== line.text || known.colour !== line.colour) {
        this.#chart.overrideOverlay({ id: line.id, points, extendData: line });
      }
    }
    this.#shown = next;
  }

  /** Draws all of them anew, as other colours want it. */
  repaint(): void {
    const lines = [...this.#shown.values()];
    this.#chart.removeOverlay({ groupId: GROUP });
    this.#shown.clear();
    this.show(lines);
  }
}
