import "../layout/workspace.css";
import "../panels/symbolBar/symbolBar.css";
import "./opening.css";
import { withThousands } from "../format/decimal.ts";
import type { MarketData } from "../market/marketData.ts";

/** How long the candles are waited for before the rest of the page is loaded all the same, ms. */
const PATIENCE_MS = 4_000;

/**
 * Shows name, last price and candles of the contract in the frame that stands in the document, without the
 * code that draws the page.
 *
 * @param opened the market; `undefined` where nobody is signed in, or where it cannot be opened
 * @returns resolves when the candles stand, or are not to be waited for
 */
export async function showFirstPicture(
  place: HTMLElement,
  opened: Promise<MarketData | undefined>,
): Promise<void> {
  const market = await opened;
  if (market === undefined) return;
  showPrice(place.querySelector(".symbol-bar")!, market);
  const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS));
  const drawn = import("../panels/chart/firstChart.ts").then(({ drawFirstChart }) =>
    drawFirstChart(place.querySelector(".floor")!, market),
  );
  await Promise.race([drawn, patience]).catch(() => undefined); // the page asks for that code again
}

/** Name and last price, until the page's own bar takes their place. */
function showPrice(bar: Element, { contract, ticker }: MarketData): void {
  const name = document.createElement("b");
  name.className = "symbol-button";
  name.textContent = contract.value.name;
  const last = document.createElement("div");
  last.className = "last";
  const show = () => {
    const price = ticker.shown?.lastPrice;
    last.textContent = price === undefined ? "…" : withThousands(price);
    if (!last.isConnected) end();
  };
  const end = ticker.subscribe(show);
  bar.replaceChildren(name, last);
  show();
}
