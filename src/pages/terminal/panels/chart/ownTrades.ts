import { type Chart, type OverlayTemplate, registerOverlay } from "klinecharts";
import type { AccountFill } from "../../account/accountFill.ts";
import { big } from "../../format/decimal.ts";
import { colour } from "../../theme/settings.ts";

const NAME = "ownTrades";
const SIZE_PX = 5;

interface Mark {
  readonly time: number;
  readonly price: number;
  readonly isBuy: boolean;
}

const template: OverlayTemplate<readonly Mark[]> = {
  name: NAME,
  totalStep: 2,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ overlay, xAxis, yAxis }) => {
    if (xAxis === null || yAxis === null) return [];
    return overlay.extendData.map(({ time, price, isBuy }, at) => {
      const x = xAxis.convertTimestampToPixel(time);
      const y = yAxis.convertToPixel(price);
      const tip = isBuy ? SIZE_PX : -SIZE_PX;
      return {
        key: String(at),
        type: "polygon",
        ignoreEvent: true,
        attrs: {
          coordinates: [
            { x, y },
            { x: x - SIZE_PX, y: y + 2 * tip },
            { x: x + SIZE_PX, y: y + 2 * tip },
          ],
        },
        styles: { style: "stroke_fill", color: colour("own"), borderColor: colour("panel") },
      };
    });
  },
};
registerOverlay(template);

/**
 * Marks the account's own fills where they happened: from below for a buy, from above for a sell. All in one
 * overlay.
 */
export function showOwnTrades(chart: Chart, fills: readonly AccountFill[], symbol: string): void {
  const marks = fills
    .filter((fill) => fill.symbol === symbol)
    .map((fill) => ({
      time: fill.timeMs,
      price: Number(big(fill.value).div(big(fill.size)).toFixed(8)),
      isBuy: fill.isBuy,
    }));
  const points = [{ value: marks[0]?.price ?? 0, timestamp: marks[0]?.time ?? 0 }];
  const known = chart.getOverlays({ id: NAME });
  if (marks.length === 0) chart.removeOverlay({ id: NAME });
  else if (known.length > 0) chart.overrideOverlay({ id: NAME, points, extendData: marks });
  else {
    chart.createOverlay({
      name: NAME,
      id: NAME,
      paneId: "candle_pane",
      points,
      extendData: marks,
      lock: true,
    });
  }
}
