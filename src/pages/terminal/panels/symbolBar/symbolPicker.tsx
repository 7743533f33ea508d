import { useEffect, useState } from "react";
import { Autocomplete, Input, Menu, MenuItem, SearchField, useFilter } from "react-aria-components";
import type { Ticker } from "../../../../interface/wire/v2/market.ts";
import { useDesk } from "../../desk/useDesk.ts";
import { signedPercent, toneOf, withThousands } from "../../format/decimal.ts";

/** The contracts with their prices as they are now, by name or from the list. */
export function SymbolPicker({ close }: { readonly close: () => void }) {
  const desk = useDesk();
  const [tickers, setTickers] = useState<ReadonlyMap<string, Ticker>>(new Map());
  const { contains } = useFilter({ sensitivity: "base" });
  useEffect(() => {
    const look = async () => {
      const all = await desk.market.client.market.tickers();
      setTickers(new Map(all.map((ticker) => [ticker.symbol, ticker])));
    };
    void look().catch(() => undefined); // the list shows without prices
  }, [desk]);
  return (
    <Autocomplete filter={contains}>
      <SearchField aria-label="Search" className="search" autoFocus>
        <Input className="input" placeholder="BTC, ETH…" />
      </SearchField>
      <Menu
        className="symbols"
        aria-label="Contracts"
        items={desk.contracts}
        dependencies={[tickers]}
        onAction={(symbol) => {
          const next = desk.contractOf(String(symbol));
          if (next !== undefined) desk.show(next);
          close();
        }}
      >
        {(each) => {
          const ticker = tickers.get(each.symbol);
          return (
            <MenuItem id={each.symbol} textValue={each.name} className="symbol-item">
              <span>{each.name}</span>
              <span className="num">{ticker && withThousands(ticker.last)}</span>
              <span className={`num ${ticker ? toneOf(ticker.priceChangePercent) : ""}`}>
                {ticker && signedPercent(ticker.priceChangePercent)}
              </span>
            </MenuItem>
          );
        }}
      </Menu>
    </Autocomplete>
  );
}
