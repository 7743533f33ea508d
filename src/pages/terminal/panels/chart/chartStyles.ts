import type { DeepPartial, Styles } from "klinecharts";
import { colour } from "../../theme/settings.ts";

const FAMILY = '"IBM Plex Sans", system-ui, sans-serif';

/**
 * The chart in the colours of the page: rising candles hollow, falling ones filled, so that colour is not the
 * only sign.
 *
 * @param isNarrow the figures of a candle are shown only under the pointer
 */
export function chartStyles(isNarrow: boolean): DeepPartial<Styles> {
  const showRule = isNarrow ? "follow_cross" : "always";
  const [up, down, line, text, faint, accent, panel, raised] = [
    "up",
    "down",
    "line",
    "text",
    "faint",
    "accent",
    "panel",
    "raised",
  ].map(colour) as [string, string, string, string, string, string, string, string];
  const axis = {
    axisLine: { color: line },
    tickLine: { show: false },
    tickText: { color: faint, size: 11, family: FAMILY },
  };
  const label = { color: text, backgroundColor: raised, borderColor: line, size: 11, family: FAMILY };
  const cross = { line: { color: faint, style: "dashed" as const, dashedValue: [3, 3] }, text: label };
  const bars = { upColor: up, downColor: down, noChangeColor: faint };
  const legend = { size: 11, family: FAMILY, color: faint };
  return {
    grid: { horizontal: { color: line, size: 0.5 }, vertical: { show: false } },
    candle: {
      type: "candle_up_stroke",
      bar: {
        ...bars,
        upBorderColor: up,
        downBorderColor: down,
        upWickColor: up,
        downWickColor: down,
        noChangeBorderColor: faint,
        noChangeWickColor: faint,
      },
      priceMark: {
        high: { color: faint, textFamily: FAMILY, textSize: 11 },
        low: { color: faint, textFamily: FAMILY, textSize: 11 },
        last: {
          upColor: up,
          downColor: down,
          noChangeColor: faint,
          line: { style: "dashed", dashedValue: [2, 2] },
          text: { size: 11, family: FAMILY, color: panel },
        },
      },
      tooltip: { showRule, title: { show: false }, legend, offsetTop: 4 },
    },
    indicator: {
      ohlc: bars,
      bars: [{ style: "fill", ...withAlpha(up, down, faint) }],
      lines: [accent, colour("warn"), colour("own"), colour("muted")].map((color) => ({ color, size: 1 })),
      lastValueMark: { show: false },
      tooltip: { showRule, title: legend, legend, offsetTop: 4 },
    },
    xAxis: axis,
    yAxis: { ...axis, axisLine: { show: false } },
    separator: { color: line },
    crosshair: { horizontal: cross, vertical: cross },
  };
}

function withAlpha(up: string, down: string, flat: string) {
  return { upColor: `${up}80`, downColor: `${down}80`, noChangeColor: `${flat}80` };
}
