import "./chart.css";
import { chartSettings, intervalOf } from "../../desk/intervals.ts";
import type { MarketData } from "../../market/marketData.ts";
import { CandleChart } from "./candleChart.ts";

/** The chart that stood before the page did, until the page takes it. */
let first: { readonly chart: CandleChart; readonly market: MarketData } | undefined;

/**
 * Draws the candles of the shown contract, as the reader left the chart. @returns resolves when they stand
 */
export function drawFirstChart(floor: Element, market: MarketData): Promise<void> {
  const frame = document.createElement("div");
  frame.className = "chart-canvas";
  floor.replaceChildren(frame);
  const { price, indicators } = chartSettings.value;
  const interval = intervalOf(chartSettings.value);
  const chart = new CandleChart(frame, market, { contract: market.contract.value, interval, price });
  chart.showIndicators(indicators);
  first = { chart, market };
  return chart.ready.then(() => {
    frame.dataset["ready"] = "true";
  });
}

/** The chart that stood before the page did, once, if it is of this market. */
export function takeFirstChart(market: MarketData): CandleChart | undefined {
  const taken = first;
  first = undefined;
  if (taken === undefined || taken.market === market) return taken?.chart;
  taken.chart.close();
  return undefined;
}

/** Ends the chart that stood before the page did: nobody is signed in to whom it would be shown. */
export function dropFirstChart(): void {
  first?.chart.close();
  first = undefined;
}
