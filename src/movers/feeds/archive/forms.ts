import { BUY, SELL } from "../../../kernel/core/index.ts";
import { HOUR_MS } from "../../../kernel/host/clock.ts";
import type { Candle } from "./candles.ts";
import { CANDLE_COLUMNS, Candles } from "./candles.ts";
import type { ArchiveFile, ArchiveKind } from "./catalogue.ts";
import { sizeWanted } from "./catalogue.ts";
import type { Item, Level } from "./items.ts";
import { pathOf, tradesOf } from "./items.ts";
import type { Header, Row } from "./row.ts";

/** The columns of a published form, in order, and how a row of it is read. */
interface Form {
  readonly names: readonly string[];
  read(row: Row, at: Readonly<Record<string, number>>, file: ArchiveFile): readonly Item[];
}

function form<const Name extends string>(
  names: readonly Name[],
  read: (row: Row, at: Readonly<Record<Name, number>>, file: ArchiveFile) => readonly Item[],
): Form {
  return { names, read: read as Form["read"] };
}

/** The first columns of every tape; its lines are in the order in which they arrived. */
const TAPE = ["exchange", "symbol", "timestamp", "local_timestamp"] as const;
const ARRIVED = "local_timestamp";

/**
 * The forms of each kind. The first is that of the public archives, in which the line with the columns'
 * names may be missing.
 */
const FORMS: Readonly<
  Record<Exclude<ArchiveKind, "klines" | "markPriceKlines" | "indexPriceKlines">, readonly Form[]>
> = {
  aggTrades: [
    form(
      [
        "agg_trade_id",
        "price",
        "quantity",
        "first_trade_id",
        "last_trade_id",
        "transact_time",
        "is_buyer_maker",
      ],
      (row, at) => [
        trade(row.text(at.agg_trade_id), row.time(at.transact_time), {
          takerSide: row.flag(at.is_buyer_maker) ? SELL : BUY,
          ...levelOf(row, at.price, at.quantity),
        }),
      ],
    ),
  ],
  trades: [
    form(["id", "price", "qty", "quote_qty", "time", "is_buyer_maker"], (row, at) => [
      trade(row.text(at.id), row.time(at.time), {
        takerSide: row.flag(at.is_buyer_maker) ? SELL : BUY,
        ...levelOf(row, at.price, at.qty),
      }),
    ]),
    form([...TAPE, "id", "side", "price", "amount"], (row, at, file) => [
      trade(row.text(at.id), row.time(at.timestamp), {
        takerSide: takerSide(row, at.side),
        ...levelOf(row, at.price, at.amount, coinsOnTape(row, at, file)),
      }),
    ]),
    form(
      ["timestamp", "symbol", "side", "size", "price", "trdmatchid", "foreignnotional"],
      (row, at, file) => {
        named(row, at.symbol, file.market);
        const level = levelOf(row, at.price, at.size);
        const value = row.quantity(at.foreignnotional);
        // The value of the level shows in which unit the size is; a hundredth of tolerance covers its
        // rounding.
        if (value > 0 && Math.abs(level.price * level.size - value) > 0.01 * value)
          row.refuse(
            `its size is not in coins: ${level.size} at ${level.price} is not worth ${value}, its foreignNotional`,
          );
        const time = row.time(at.timestamp);
        return [trade(row.text(at.trdmatchid), time, { takerSide: takerSide(row, at.side), ...level })];
      },
    ),
    form(["instrument_name", "trade_id", "side", "price", "size", "created_time"], (row, at, file) => {
      named(row, at.instrument_name, file.market);
      return [contractTrade(row, at, file)];
    }),
    form(["trade_id", "side", "size", "price", "created_time"], (row, at, file) => [
      contractTrade(row, at, file),
    ]),
  ],
  bookTicker: [
    form(
      [
        ...(["update_id", "best_bid_price", "best_bid_qty", "best_ask_price", "best_ask_qty"] as const),
        ...(["transaction_time", "event_time"] as const),
      ],
      (row, at) => [
        {
          type: "touch",
          time: row.time(at.transaction_time),
          bid: levelOf(row, at.best_bid_price, at.best_bid_qty),
          ask: levelOf(row, at.best_ask_price, at.best_ask_qty),
        },
      ],
    ),
    form([...TAPE, "ask_amount", "ask_price", "bid_price", "bid_amount"], (row, at, file) => {
      const coins = coinsOnTape(row, at, file);
      if (row.text(at.bid_price) === "" || row.text(at.ask_price) === "") return []; // a side has no orders
      return [
        {
          type: "touch",
          time: row.time(at.timestamp),
          bid: levelOf(row, at.bid_price, at.bid_amount, coins),
          ask: levelOf(row, at.ask_price, at.ask_amount, coins),
        },
      ];
    }),
  ],
  bookDepth: [
    form(["timestamp", "percentage", "depth", "notional"], (row, at) => {
      const percent = row.signed(at.percentage);
      if (percent === 0 || Math.abs(percent) > 100)
        row.refuse(`column 2 is a percentage but 0, got "${row.text(at.percentage)}"`);
      const side = percent < 0 ? BUY : SELL;
      const part = Math.abs(percent) / 100;
      return [{ type: "depth", time: row.time(at.timestamp), side, part, size: row.quantity(at.depth) }];
    }),
  ],
  book: [
    form([...TAPE, "is_snapshot", "side", "price", "amount"], (row, at, file) => {
      const side = row.text(at.side);
      if (side !== "bid" && side !== "ask") row.refuse(`column 6 is bid or ask, got "${side}"`);
      return [
        {
          type: "level",
          time: row.time(at.timestamp),
          side: side === "bid" ? BUY : SELL,
          level: levelOf(row, at.price, at.amount, coinsOnTape(row, at, file)),
          isSnapshot: row.flag(at.is_snapshot),
        },
      ];
    }),
  ],
  derivativeTicker: [
    form(
      [
        ...TAPE,
        ...(["funding_timestamp", "funding_rate", "predicted_funding_rate", "open_interest"] as const),
        ...(["last_price", "index_price", "mark_price"] as const),
      ],
      (row, at) => {
        const time = row.time(at.timestamp);
        const items: Item[] = [];
        const has = (column: number) => row.text(column) !== "";
        if (has(at.funding_rate)) items.push({ type: "rate", time, rate: row.fraction(at.funding_rate) });
        if (has(at.index_price)) items.push({ type: "index", time, price: row.price(at.index_price) });
        if (has(at.mark_price)) items.push({ type: "mark", time, price: row.price(at.mark_price) });
        return items;
      },
    ),
  ],
  fundingRate: [
    form(["calc_time", "funding_interval_hours", "last_funding_rate"], (row, at) => {
      // A rate that is paid at the end of a period is the rate of the whole period; files have a time a few
      // milliseconds after the hour.
      const hours = row.quantity(at.funding_interval_hours);
      if (!(hours > 0)) row.refuse(`column 2 is a number of hours above 0, got "${row.text(1)}"`);
      const paid = Math.floor(row.time(at.calc_time) / HOUR_MS) * HOUR_MS;
      return [{ type: "rate", time: paid - hours * HOUR_MS, rate: row.fraction(at.last_funding_rate) }];
    }),
  ],
};

/** The columns of a kind as the public archives have them, as a file's first line. */
export function columnsOf(kind: keyof typeof FORMS | "klines"): string {
  return kind === "klines" ? CANDLE_COLUMNS : FORMS[kind][0]!.names.join(",");
}

/** Reads the lines of a file. */
export interface FileReader {
  read(row: Row): readonly Item[];
  /** When a row arrived; only for files whose lines are in the order of arrival. */
  arrived?(row: Row): number;
  /** Reads the candles of a file of candles. */
  readonly candles?: Candles;
}

/**
 * The reader of a file, or of one member of a packed one.
 *
 * @param rows its first rows
 * @param last the candle before them, if the file has candles
 */
export function readerOf(
  file: ArchiveFile,
  header: Header | undefined,
  rows: readonly Row[],
  last?: Candle,
): FileReader {
  const { kind, naming } = file;
  if (kind === "klines" || kind === "markPriceKlines" || kind === "indexPriceKlines") {
    const candles = new Candles(file, header, rows, last);
    if (kind === "klines") return { candles, read: (row) => tradesOf(candles.read(row)) };
    const type = kind === "markPriceKlines" ? "mark" : "index";
    return { candles, read: (row) => pathOf(candles.read(row)).map((at) => ({ type, ...at })) };
  }
  const forms = FORMS[kind];
  const found = header && forms.find(({ names }) => names.every((name) => header.names.includes(name)));
  if (found === undefined && naming !== "archive") {
    const known = forms.map(({ names }) => names.join(",")).join(" or ");
    (header?.row ?? rows[0])?.refuse(
      `its columns are not named as those of a known form, which are ${known}`,
    );
  }
  const { names, read } = found ?? forms[0]!;
  const at = Object.fromEntries(
    names.map((name, i) => [name, found === undefined ? i : header!.names.indexOf(name)]),
  );
  const arrivedAt = at[ARRIVED];
  const reader: FileReader = { read: (row) => read(row, at, file) };
  return arrivedAt === undefined || isOurs(file)
    ? reader
    : { ...reader, arrived: (row) => row.time(arrivedAt) };
}

function trade(
  id: string,
  time: number,
  what: { readonly takerSide: number } & Level,
): Extract<Item, { type: "trade" }> {
  return { type: "trade", id, time, ...what };
}

/** A level of a book. @param coins how many coins a size of 1 is */
function levelOf(row: Row, price: number, size: number, coins = 1): Level {
  return { price: row.price(price), size: row.quantity(size) * coins };
}

function takerSide(row: Row, column: number): number {
  const side = row.text(column).toLowerCase();
  if (side !== "buy" && side !== "sell")
    row.refuse(`column ${column + 1} is buy or sell, got "${row.text(column)}"`);
  return side === "buy" ? BUY : SELL;
}

/** Refuses a line of another market than the file's, which would be played as the file's own. */
function named(row: Row, column: number, market: string): void {
  if (row.text(column) !== market)
    row.refuse(`column ${column + 1} is ${market}, as the file is named, got "${row.text(column)}"`);
}

/**
 * Whether a file is in a layout that `outcry record` writes, whose sizes are in coins whatever was recorded.
 */
function isOurs({ naming, kind }: ArchiveFile): boolean {
  return naming === "archive" && (kind === "book" || kind === "derivativeTicker");
}

/** The names, on tapes, of exchanges that give sizes of contracts in USDT in coins. */
const IN_COINS: ReadonlySet<string> = new Set(["binance", "binance-futures", "bybit", "bybit-spot"]);

/** How many coins a size of 1 is on a tape, which has sizes in the exchange's own unit. */
function coinsOnTape(
  row: Row,
  at: Readonly<Record<"exchange" | "symbol", number>>,
  file: ArchiveFile,
): number {
  named(row, at.symbol, file.market);
  const exchange = row.text(at.exchange);
  if (isOurs(file)) return 1;
  if (!IN_COINS.has(exchange))
    return file.contractSize ?? refuseUnit(row, file, `the unit of sizes of ${exchange} is not known`);
  if (file.contractSize !== undefined && file.contractSize !== 1)
    row.refuse(
      `sizes of ${exchange} are in coins, and the contract size that was given is ${file.contractSize}`,
    );
  return 1;
}

/** A trade whose size is in contracts; on a spot market, in coins. */
function contractTrade(
  row: Row,
  at: Readonly<Record<"trade_id" | "side" | "price" | "size" | "created_time", number>>,
  file: ArchiveFile,
): Item {
  const isSpot = !file.market.endsWith("-SWAP");
  const coins = isSpot ? 1 : (file.contractSize ?? refuseUnit(row, file, "its sizes are in contracts"));
  const level = levelOf(row, at.price, at.size, coins);
  const time = row.time(at.created_time);
  return trade(row.text(at.trade_id), time, { takerSide: takerSide(row, at.side), ...level });
}

function refuseUnit(row: Row, file: ArchiveFile, why: string): never {
  row.refuse(`${why}, and no line says how many coins one is: ${sizeWanted(file)} (1 for coins)`);
}
