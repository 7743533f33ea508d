import type { Store } from "../state/store.ts";
import { looks } from "../theme/settings.ts";
import type { Desk } from "./desk.ts";
import { chartSettings, INTERVALS } from "./intervals.ts";
import { cancelAll, closeAll, orderWords, place } from "./trading.ts";

/** A command by key or from the palette. A command that sends an order says so ({@link Command.trades}). */
export interface Command {
  readonly id: string;
  readonly title: string;
  /** Keys in the form of {@link chordOf}; two in sequence are separated by a blank: "g b". */
  readonly keys?: string;
  readonly run: () => void;
  /**
   * For a command that trades: what it trades at this moment, in words. Its keys work only while one-key
   * trading is armed, and the palette asks first.
   */
  readonly trades?: () => string;
}

/** Puts the focus on a panel, by its element. */
function goTo(panel: string): void {
  const element = document.getElementById(`panel-${panel}`);
  if (element === null) return;
  const inner = element.querySelector<HTMLElement>("input, [tabindex='0']");
  (panel === "ticket" && inner ? inner : element).focus();
}

/** All commands, in the order of the shortcut map. */
export function commandsOf(desk: Desk, isFrozen: Store<boolean>): readonly Command[] {
  const list = (id: string) => () => {
    desk.dockTab.set(id);
    goTo("dock");
  };
  const ticket = (kind: "limit" | "market" | "trigger") => () => {
    desk.draft.change({ kind });
    goTo("ticket");
  };
  const step = (by: number) => () => {
    const at = desk.contracts.indexOf(desk.contract.value);
    const next = desk.contracts[(at + by + desk.contracts.length) % desk.contracts.length];
    if (next !== undefined) desk.show(next);
  };
  return [
    { id: "chart", title: "Go to the chart", keys: "g c", run: () => goTo("chart") },
    { id: "book", title: "Go to the order book", keys: "g b", run: () => goTo("book") },
    { id: "tape", title: "Go to the trades", keys: "g t", run: () => goTo("tape") },
    { id: "ticket", title: "Go to the order ticket", keys: "g k", run: () => goTo("ticket") },
    { id: "positions", title: "Go to positions", keys: "g p", run: list("positions") },
    { id: "orders", title: "Go to open orders", keys: "g o", run: list("orders") },
    { id: "plans", title: "Go to plan orders", keys: "g l", run: list("plans") },
    { id: "history", title: "Go to the order history", keys: "g h", run: list("history") },
    { id: "fills", title: "Go to fills", keys: "g f", run: list("fills") },
    { id: "closed", title: "Go to closed positions", run: list("closed") },
    { id: "funding", title: "Go to funding", run: list("funding") },
    { id: "bills", title: "Go to bills", run: list("bills") },
    { id: "assets", title: "Go to assets", keys: "g a", run: list("assets") },
    { id: "connect", title: "Connect your bot", keys: "g n", run: list("connect") },
    { id: "limit", title: "Ticket: limit order", keys: "l", run: ticket("limit") },
    { id: "market", title: "Ticket: market order", keys: "m", run: ticket("market") },
    { id: "trigger", title: "Ticket: trigger order", keys: "t", run: ticket("trigger") },
    { id: "open", title: "Ticket: open", keys: "o", run: () => desk.draft.change({ opens: true }) },
    { id: "close", title: "Ticket: close", keys: "x", run: () => desk.draft.change({ opens: false }) },
    {
      id: "client-id",
      title: "Ticket: a client order id of your own, or the page's",
      run: () => desk.draft.change({ clientId: desk.draft.value.clientId === undefined ? "" : undefined }),
    },
    { id: "previous", title: "Previous contract", keys: "[", run: step(-1) },
    { id: "next", title: "Next contract", keys: "]", run: step(1) },
    ...intervalCommands(),
    {
      id: "arm",
      title: "Arm one-key trading, or disarm it",
      keys: "!",
      run: () => desk.armed.set(!desk.armed.value),
    },
    ...oneKeyCommands(desk),
    {
      id: "freeze",
      title: "Freeze the display, or let it go on",
      keys: "f",
      run: () => isFrozen.set(!isFrozen.value),
    },
    {
      id: "explain-account",
      title: "Explain what is available",
      keys: "e",
      run: () => desk.explaining.set({ type: "account", number: "available", entry: 0, symbol: undefined }),
    },
    {
      id: "explain-liquidation",
      title: "Explain the last liquidation",
      run: () => desk.explaining.set({ type: "liquidation" }),
    },
    { id: "say-book", title: "Read out the book", keys: "b", run: () => readOutBook(desk) },
    { id: "dark", title: "Dark theme", run: () => looks.set({ ...looks.value, theme: "dark" }) },
    { id: "light", title: "Light theme", run: () => looks.set({ ...looks.value, theme: "light" }) },
    { id: "system", title: "Theme of the system", run: () => looks.set({ ...looks.value, theme: "system" }) },
    {
      id: "red-up",
      title: "Red for up, or green for up",
      run: () => looks.set({ ...looks.value, isRedUp: !looks.value.isRedUp }),
    },
    {
      id: "classic",
      title: "Colours: green and red",
      run: () => looks.set({ ...looks.value, colours: "classic" }),
    },
    {
      id: "safe",
      title: "Colours: for colour-blind readers, blue and orange",
      run: () => looks.set({ ...looks.value, colours: "safe" }),
    },
    {
      id: "ink",
      title: "Colours: none, shapes alone",
      run: () => looks.set({ ...looks.value, colours: "ink" }),
    },
    {
      id: "layout",
      title: "Reset the layout",
      run: () => {
        for (const key of Object.keys(localStorage)) {
          if (key.includes("outcry.") && key.includes("react-resizable-panels")) localStorage.removeItem(key);
        }
        location.reload();
      },
    },
    ...desk.contracts.map((contract) => ({
      id: contract.symbol,
      title: `Show ${contract.name}`,
      run: () => desk.show(contract),
    })),
  ];
}

/** Commands for the chart's intervals: one for each, by their order, and for the next one on either side. */
function intervalCommands(): readonly Command[] {
  const show = (at: number) => {
    const interval = INTERVALS[at]?.name;
    if (interval !== undefined) chartSettings.set({ ...chartSettings.value, interval });
  };
  const step = (by: number) => () =>
    show(INTERVALS.findIndex(({ name }) => name === chartSettings.value.interval) + by);
  return [
    ...INTERVALS.map(({ name, period: { type, span } }, at) => ({
      id: `interval-${name}`,
      title: `Chart interval: ${name}, ${span} ${type}${span === 1 ? "" : "s"}`,
      keys: `i ${at + 1}`,
      run: () => show(at),
    })),
    { id: "interval-shorter", title: "Chart interval: the next shorter", keys: ",", run: step(-1) },
    { id: "interval-longer", title: "Chart interval: the next longer", keys: ".", run: step(1) },
  ];
}

/** Commands that cannot be undone. */
function oneKeyCommands(desk: Desk): readonly Command[] {
  const { contract } = desk;
  const ticket = (side: "long" | "short") => () => {
    const draft = desk.draft.value;
    const size = desk.estimates.sizeOf(draft, side);
    return size === undefined
      ? "The ticket holds no whole order."
      : `${orderWords(desk, draft, side, size)}?`;
  };
  const send = (side: "long" | "short") => () => {
    const draft = desk.draft.value;
    const size = desk.estimates.sizeOf(draft, side);
    if (size === undefined) desk.notices.add("bad", "The ticket holds no whole order");
    else void place(desk, draft, side, size);
  };
  return [
    { id: "send-long", title: "Send the ticket: long", keys: "1", trades: ticket("long"), run: send("long") },
    {
      id: "send-short",
      title: "Send the ticket: short",
      keys: "2",
      trades: ticket("short"),
      run: send("short"),
    },
    {
      id: "cancel-all",
      title: "Cancel every open order of the contract",
      keys: "3",
      trades: () => `Cancel every open order of ${contract.value.name}?`,
      run: () => void cancelAll(desk, "normal", contract.value),
    },
    {
      id: "close-all",
      title: "Close every position of the contract at market",
      keys: "4",
      trades: () => `Close every position of ${contract.value.name} at market?`,
      run: () => void closeAll(desk, contract.value),
    },
  ];
}

function readOutBook({ market, contract, notices }: Desk): void {
  const { book } = market.book;
  const { bestBid, bestAsk } = book ?? {};
  const text =
    bestBid === undefined || bestAsk === undefined
      ? "The book has not both sides"
      : `${contract.value.name}: bid ${bestBid.price} for ${bestBid.size}, ask ${bestAsk.price} for ${bestAsk.size}`;
  notices.add("plain", text);
}
