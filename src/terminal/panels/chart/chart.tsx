import "./chart.css";
import { useEffect, useRef, useState } from "react";
import type { CandlePrice } from "../../../client/v2/requests.ts";
import { useContract, useDesk } from "../../desk/useDesk.ts";
import { dressed } from "../../format/decimal.ts";
import { Choice } from "../../parts/choice.tsx";
import { Panel } from "../../parts/panel.tsx";
import { onRepaint } from "../../theme/settings.ts";
import { CandleChart } from "./candleChart.ts";
import { INTERVALS } from "./intervals.ts";
import { LineLayer } from "./lineOverlay.ts";
import { type ChartLine, chartLines } from "./lines.ts";

const PRICES = { LAST: "Last", MARK: "Mark", INDEX: "Index" } as const satisfies Record<CandlePrice, string>;

/** Candles of the contract, with the account's lines on them. */
export function ChartPanel() {
  const desk = useDesk();
  const contract = useContract();
  const [interval, setInterval] = useState(INTERVALS[0]!);
  const [price, setPrice] = useState<CandlePrice>("LAST");
  const [isReady, setReady] = useState(false);
  const [lines, setLines] = useState<readonly ChartLine[]>([]);
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<CandleChart>(undefined);
  const shown = useRef({ contract, interval, price });
  shown.current = { contract, interval, price };

  useEffect(() => {
    const made = new CandleChart(element.current!, desk.client, shown.current, () => setReady(true));
    chart.current = made;
    const layer = new LineLayer(made.chart);
    const draw = () => {
      const view = desk.account.view.shown;
      const last = desk.market.ticker.value?.lastPrice;
      const next = view && last ? chartLines(view, shown.current.contract, last) : [];
      layer.show(next);
      setLines(next);
    };
    const ends = [
      onRepaint(() => {
        made.repaint();
        layer.repaint();
      }),
      desk.account.view.subscribe(draw),
      desk.contract.subscribe(draw),
    ];
    draw();
    return () => {
      for (const end of ends) end();
      made.close();
      chart.current = undefined;
    };
  }, [desk]);

  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else chart.current?.show({ contract, interval, price });
  }, [contract, interval, price]);

  return (
    <Panel name="chart" title="Chart" isBare>
      <div className="chart-bar">
        <Choice
          label="Interval"
          value={interval.name}
          options={INTERVALS.map(({ name }) => [name, name] as const)}
          onChange={(name) => setInterval(INTERVALS.find((each) => each.name === name)!)}
        />
        <Choice
          label="Price"
          value={price}
          options={Object.entries(PRICES) as [CandlePrice, string][]}
          onChange={setPrice}
        />
      </div>
      <div className="chart-canvas" ref={element} data-ready={isReady} />
      <ul className="unseen" aria-label="Lines on the chart">
        {lines.map(({ id, text, price }) => (
          <li key={id}>
            {text} at {dressed(price)}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
