import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import type { CandlePrice } from "../../../../interface/client/v2/messages.ts";
import { chartSettings, INTERVALS, intervalOf } from "../../desk/intervals.ts";
import { useContract, useDesk } from "../../desk/useDesk.ts";
import { withThousands } from "../../format/decimal.ts";
import { Choice, Toggle } from "../../parts/choice.tsx";
import { Chevron } from "../../parts/icons.tsx";
import { Panel } from "../../parts/panel.tsx";
import { useStore } from "../../state/useStore.ts";
import { onRepaint } from "../../theme/settings.ts";
import { CandleChart, INDICATORS } from "./candleChart.ts";
import { takeFirstChart } from "./firstChart.ts";
import { LineLayer, type Moved } from "./lineOverlay.ts";
import { type ChartLine, chartLines, isOfOrders } from "./lines.ts";
import { MoveBar } from "./moveBar.tsx";
import { showOwnTrades } from "./ownTrades.ts";

const PRICES = { LAST: "Last", MARK: "Mark", INDEX: "Index" } as const satisfies Record<CandlePrice, string>;

const PRESS_ENDS = ["mouseup", "touchend"] as const;

/** Candles of the contract, with the account's lines and trades on them. */
export function ChartPanel() {
  const desk = useDesk();
  const contract = useContract();
  const settings = useStore(chartSettings);
  const [isReady, setReady] = useState(false);
  const [lines, setLines] = useState<readonly ChartLine[]>([]);
  const [moved, setMoved] = useState<Moved>();
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<CandleChart>(undefined);
  const layer = useRef<LineLayer>(undefined);
  const interval = intervalOf(settings);
  const { price, indicators } = settings;
  const shown = useRef({ contract, interval, price });
  shown.current = { contract, interval, price };

  // Before anything is painted: the chart that stands already is moved, and nobody sees it.
  useLayoutEffect(() => {
    const first = takeFirstChart(desk.market);
    first?.moveTo(element.current!);
    const made = first ?? new CandleChart(element.current!, desk.market, shown.current);
    void made.ready.then(() => setReady(true));
    const over = new LineLayer(made.chart, shown.current.contract.grid, setMoved);
    chart.current = made;
    layer.current = over;
    /** The contract whose lines are drawn; `undefined` while its price is not known. */
    let drawn: string | undefined;
    const draw = () => {
      const view = desk.account.view.shown;
      const ticker = desk.market.ticker.shown;
      const now = desk.contract.value;
      const last = ticker?.symbol === now.symbol ? ticker.lastPrice : undefined;
      drawn = last && now.symbol;
      const all = view && last ? chartLines(view, now, last) : [];
      const next = chartSettings.value.hidesOrders ? all.filter(({ kind }) => !isOfOrders(kind)) : all;
      over.show(next, now.grid);
      if (view) showOwnTrades(made.chart, view.fills, now.symbol);
      setLines(next);
    };
    const leave = () => {
      over.release();
      setMoved(undefined);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && over.isHeld) leave();
    };
    const ends = [
      onRepaint(() => {
        made.repaint();
        over.repaint();
      }),
      desk.account.view.subscribe(draw),
      desk.contract.subscribe(leave),
      chartSettings.subscribe(draw),
      desk.market.ticker.subscribe(() => {
        if (desk.market.ticker.shown?.symbol !== drawn) draw();
      }),
      desk.market.isLive.subscribe(() => {
        if (!desk.market.isLive.value) leave();
      }),
    ];
    const drop = () => over.drop();
    const follow = ({ clientY }: PointerEvent) => over.follow(clientY);
    window.addEventListener("pointermove", follow);
    for (const end of PRESS_ENDS) window.addEventListener(end, drop);
    window.addEventListener("keydown", onKey);
    window.addEventListener("blur", leave);
    draw();
    return () => {
      for (const end of ends) end();
      window.removeEventListener("pointermove", follow);
      for (const end of PRESS_ENDS) window.removeEventListener(end, drop);
      window.removeEventListener("keydown", onKey);
      window.removeEventListener("blur", leave);
      made.close();
      chart.current = undefined;
    };
  }, [desk]);

  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else chart.current?.show({ contract, interval, price });
  }, [contract, interval, price]);

  useEffect(() => chart.current?.showIndicators(indicators), [indicators]);

  return (
    <Panel name="chart" title="Chart" isBare>
      <div className="chart-bar">
        <Choice
          label="Interval"
          value={interval.name}
          options={INTERVALS.map(({ name }) => [name, name] as const)}
          onChange={(name) => chartSettings.set({ ...settings, interval: name })}
        />
        <Choice
          label="Price"
          value={price}
          options={Object.entries(PRICES) as [CandlePrice, string][]}
          onChange={(next) => chartSettings.set({ ...settings, price: next })}
        />
        <Toggle
          isSelected={!settings.hidesOrders}
          onChange={(shows) => chartSettings.set({ ...settings, hidesOrders: !shows })}
        >
          Orders
        </Toggle>
        <IndicatorMenu
          chosen={indicators}
          onChange={(next) => chartSettings.set({ ...settings, indicators: next })}
        />
      </div>
      <div className="chart-stage">
        <div
          className="chart-canvas"
          ref={element}
          data-ready={isReady}
          role="img"
          aria-label={`Candles of ${contract.name}, ${interval.name}`}
        />
        {moved !== undefined && (
          <MoveBar
            moved={moved}
            onDone={() => {
              layer.current?.release();
              setMoved(undefined);
            }}
          />
        )}
      </div>
      <ul className="unseen" aria-label="Lines on the chart">
        {lines.map(({ id, text, price: at }) => (
          <li key={id}>
            {text} at {withThousands(at)}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Chooses what is computed over the candles. */
function IndicatorMenu({
  chosen,
  onChange,
}: {
  readonly chosen: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
}) {
  return (
    <MenuTrigger>
      <Button className="select">
        Indicators <Chevron />
      </Button>
      <Popover className="popover narrow">
        <Menu
          className="options"
          aria-label="Indicators"
          selectionMode="multiple"
          selectedKeys={chosen}
          onSelectionChange={(keys) => {
            if (keys !== "all") onChange([...keys].map(String));
          }}
        >
          {INDICATORS.map(({ name, title }) => (
            <MenuItem key={name} id={name} className="option">
              {title}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
