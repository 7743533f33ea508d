import { type Chart, dispose, type IndicatorCreateTooltipDataSourceCallback, init } from "klinecharts";
import { compact } from "../../format/decimal.ts";
import type { MarketData } from "../../market/marketData.ts";
import { colour } from "../../theme/settings.ts";
import { CandleSource, type Shown } from "./candleSource.ts";
import { chartStyles } from "./chartStyles.ts";

/**
 * Indicators on offer, by the chart's names; those over the candles stand with them, the others in panes
 * below.
 */
export const INDICATORS = [
  { name: "MA", title: "Moving averages", isOver: true },
  { name: "EMA", title: "Exponential averages", isOver: true },
  { name: "BOLL", title: "Bollinger bands", isOver: true },
  { name: "SAR", title: "Parabolic SAR", isOver: true },
  { name: "VOL", title: "Volume", isOver: false },
  { name: "MACD", title: "MACD", isOver: false },
  { name: "RSI", title: "RSI", isOver: false },
  { name: "KDJ", title: "KDJ", isOver: false },
  { name: "OBV", title: "On-balance volume", isOver: false },
] as const;

/** Parameters of indicators whose defaults would draw too many lines. */
const PARAMETERS: Readonly<Record<string, readonly number[]>> = {
  MA: [7, 25, 99],
  EMA: [9, 21],
  VOL: [],
  RSI: [14],
};

/** A chart narrower than this is a phone's. */
const NARROW_PX = 480;
/** In a chart lower than this the panes below the candles are as low as a phone's. */
const LOW_PX = 320;
const NARROW_PANE_PX = 48;

/**
 * The candles of a contract on a canvas: the only place of the page where prices are binary numbers, because
 * pixels are. A price that comes back from here is rounded to a tick first.
 */
export class CandleChart {
  readonly chart: Chart;
  /** Resolves when the first candles stand. */
  readonly ready: Promise<void>;
  readonly #element = document.createElement("div");
  readonly #source: CandleSource;

  /** @param frame where it stands until it is moved */
  constructor(frame: Element, market: MarketData, shown: Shown) {
    const element = this.#element;
    element.className = "chart-host";
    frame.append(element);
    const chart = init(element, {
      locale: "en-US",
      timezone: "UTC",
      styles: chartStyles(element.clientWidth < NARROW_PX),
      hotkey: { enabled: false },
      thousandsSeparator: { sign: " " },
      layout: { barSpaceLimit: { min: 2, max: 40 } },
    });
    if (chart === null) throw new Error("the chart's element is gone");
    // The library makes its container the first stop of the tab key.
    (element.firstElementChild as HTMLElement).tabIndex = -1;
    this.chart = chart;
    const ready = Promise.withResolvers<void>();
    this.ready = ready.promise;
    this.#source = new CandleSource(chart, market, shown, ready.resolve);
    chart.setDataLoader(this.#source.loader);
    chart.setPaneOptions({ id: "candle_pane", minHeight: 120 });
    chart.overrideYAxis({ paneId: "candle_pane", gap: { top: 0.3, bottom: 0.1 } }); // the figures stand above the candles
    this.#load(shown);
  }

  /** Moves it, with what it shows, into another frame. */
  moveTo(frame: Element): void {
    frame.append(this.#element);
  }

  /** Shows another contract, price or interval; answers for the previous one are dropped. */
  show(shown: Shown): void {
    this.#source.show(shown);
    this.#load(shown);
  }

  /** Sets the indicators over the candles. */
  showIndicators(names: readonly string[]): void {
    for (const { name, isOver } of INDICATORS) {
      const isThere = this.chart.getIndicators({ id: name }).length > 0;
      const isWanted = names.includes(name);
      if (isThere && !isWanted) this.chart.removeIndicator({ id: name });
      if (isThere || !isWanted) continue;
      const calcParams = PARAMETERS[name];
      this.chart.createIndicator(
        {
          name,
          id: name,
          ...(isOver && { paneId: "candle_pane" }),
          ...(calcParams !== undefined && { calcParams: [...calcParams] }),
          ...(name === "VOL" && { createTooltipDataSource: volumeWords }),
        },
        true,
      );
      // Where there is little room, the candles need it more.
      const [made] = this.chart.getIndicators({ id: name });
      const { clientWidth, clientHeight } = this.#element;
      if (made !== undefined && !isOver && (clientWidth < NARROW_PX || clientHeight < LOW_PX))
        this.chart.setPaneOptions({ id: made.paneId, height: NARROW_PANE_PX });
    }
  }

  repaint(): void {
    this.chart.setStyles(chartStyles(this.#element.clientWidth < NARROW_PX));
  }

  close(): void {
    this.#source.close();
    dispose(this.#element);
    this.#element.remove();
  }

  #load({ contract, interval }: Shown): void {
    const { priceDecimals, sizeDecimals } = contract.grid;
    this.chart.setSymbol({
      ticker: contract.symbol,
      pricePrecision: priceDecimals,
      volumePrecision: Math.min(sizeDecimals, 2),
    });
    this.chart.setPeriod(interval.period);
    this.chart.resetData();
  }
}

/**
 * The volume of the bar under the pointer, or the last: in the colour of words, because that of the bars is
 * too faint to read.
 */
const volumeWords: IndicatorCreateTooltipDataSourceCallback<unknown> = ({ indicator, crosshair }) => {
  const rows = indicator.result as readonly { readonly volume?: number }[];
  const { volume } = rows[crosshair.dataIndex ?? -1] ?? rows.at(-1) ?? {};
  const color = colour("faint");
  const value = volume === undefined ? "" : compact(String(volume));
  return {
    name: "Volume",
    calcParamsText: "",
    features: [],
    legends: [{ title: { text: "", color }, value: { text: value, color } }],
  };
};
