import { useState } from "react";
import {
  Autocomplete,
  Button,
  Dialog,
  DialogTrigger,
  Input,
  Menu,
  MenuItem,
  Popover,
  SearchField,
  useFilter,
} from "react-aria-components";
import type { Ticker } from "../../../wire/v2/market.ts";
import { useContract, useDesk } from "../../desk/useDesk.ts";
import { dressed, signedPercent, toneOf } from "../../format/decimal.ts";
import { Chevron } from "../../parts/icons.tsx";

/** Chooses the contract, by name or from the list with its prices. */
export function SymbolMenu() {
  const desk = useDesk();
  const contract = useContract();
  const [tickers, setTickers] = useState<ReadonlyMap<string, Ticker>>(new Map());
  const { contains } = useFilter({ sensitivity: "base" });
  const look = async () => {
    const all = await desk.market.client.market.tickers();
    setTickers(new Map(all.map((ticker) => [ticker.symbol, ticker])));
  };
  return (
    <DialogTrigger
      onOpenChange={(isOpen) => {
        if (isOpen) void look().catch(() => undefined); // the list shows without prices
      }}
    >
      <Button className="symbol-button">
        <b>{contract.name}</b>
        <span className="faint">Perp</span>
        <span className="unseen">, choose another contract</span>
        <Chevron />
      </Button>
      <Popover className="popover" placement="bottom start">
        <Dialog aria-label="Contracts">
          {({ close }) => (
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
                      <span className="num">{ticker && dressed(ticker.last)}</span>
                      <span className={`num ${ticker ? toneOf(ticker.priceChangePercent) : ""}`}>
                        {ticker && signedPercent(ticker.priceChangePercent)}
                      </span>
                    </MenuItem>
                  );
                }}
              </Menu>
            </Autocomplete>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
