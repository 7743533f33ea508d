import { Panel } from "../parts/panel.tsx";
import { later } from "./later.tsx";

/** Panels that are not needed for a first trade: they are loaded after price, book and ticket. */

export const ChartPanel = later(
  async () => (await import("../panels/chart/chart.tsx")).ChartPanel,
  <Panel name="chart" title="Chart" isBare>
    <p className="wait">…</p>
  </Panel>,
);

export const Dock = later(
  async () => (await import("./dock.tsx")).Dock,
  <Panel name="dock" title="Account" isBare>
    <p className="wait">…</p>
  </Panel>,
);

export const TapePanel = later(
  async () => (await import("../panels/tape/tape.tsx")).TapePanel,
  <Panel name="tape" title="Trades">
    <p className="wait">…</p>
  </Panel>,
);

export const ExplainDialog = later(
  async () => (await import("../panels/explain/explainDialog.tsx")).ExplainDialog,
);

export const Palette = later(async () => (await import("../panels/palette/palette.tsx")).Palette);

export const ShortcutMap = later(async () => (await import("../panels/palette/shortcutMap.tsx")).ShortcutMap);
