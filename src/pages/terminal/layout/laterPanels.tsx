import { later, laterDialog } from "./later.tsx";

/**
 * The panels that the first view does not show: each is loaded when it is shown, or when the page is first
 * used.
 */

const wait = <p className="wait">…</p>;
const lists = () => import("./lists.ts");

/** The account's lists, by the names of their tabs. */
export const Positions = later(async () => (await lists()).Positions, wait);
export const OpenOrders = later(async () => (await lists()).OpenOrders, wait);
export const PlanOrders = later(async () => (await lists()).PlanOrders, wait);
export const OrderHistory = later(async () => (await lists()).OrderHistory, wait);
export const Fills = later(async () => (await lists()).Fills, wait);
export const ClosedPositions = later(async () => (await lists()).ClosedPositions, wait);
export const Funding = later(async () => (await lists()).Funding, wait);
export const Bills = later(async () => (await lists()).Bills, wait);
export const Assets = later(async () => (await lists()).Assets, wait);

export const ExplainDialog = laterDialog(
  async () => (await import("../panels/explain/explainDialog.tsx")).ExplainDialog,
);
export const Palette = laterDialog(async () => (await import("../panels/palette/palette.tsx")).Palette);
export const ShortcutMap = laterDialog(
  async () => (await import("../panels/palette/shortcutMap.tsx")).ShortcutMap,
);
