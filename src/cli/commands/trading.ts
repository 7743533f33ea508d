import type { Command } from "commander";
import type { RemoteOptions } from "../remote.ts";
import { callAndShow, callControl, remoteOptions, repeatableOptions } from "../remote.ts";
import { show } from "../show/value.ts";
import type { Terminal } from "../terminal.ts";

/** Commands about an account's orders and positions: what its owner would do with a key, by the operator's hand. */
export function addTradingCommands(program: Command, terminal: Terminal): void {
  addOrders(program.command("order").description("orders: list, show, place, amend, cancel"), terminal);
  addPositions(program.command("position").description("positions: list, close"), terminal);
}

function addOrders(order: Command, terminal: Terminal): void {
  remoteOptions(order.command("list"))
    .argument("<account>", "id or name")
    .description("list an account's live orders")
    .action((account: string, options: RemoteOptions) =>
      callAndShow(terminal, options, { method: "GET", path: "orders", parameters: { account } }),
    );
  remoteOptions(order.command("show"))
    .argument("<account>", "id or name")
    .argument("<order>", "its id, or the client's id")
    .description("show an order, live or ended, with what it traded")
    .action((account: string, id: string, options: RemoteOptions) =>
      callAndShow(terminal, options, {
        method: "GET",
        path: "orders/show",
        parameters: { account, order: id },
      }),
    );
  repeatableOptions(order.command("place"))
    .argument("<account>", "id or name")
    .argument("<symbol>", "symbol or coin")
    .argument("<action>", "open-long, open-short, close-long or close-short")
    .argument("<size>", "in the base coin")
    .option("--price <price>", "limit price (default: a market order)")
    .option("--time-in-force <word>", "gtc, post-only, fok or ioc (default: gtc)")
    .option("--trigger <price>", "wait until the price gets there: a plan order")
    .option("--trigger-on <price>", "which price that is: last or mark (default: last)")
    .option("--take-profit <price>", "trigger price of a take-profit for what it opens")
    .option("--stop-loss <price>", "trigger price of a stop-loss for what it opens")
    .option("--position <id>", "position that it closes, in separated mode (default: the oldest first)")
    .option("--client-id <text>", "the client's id of the order")
    .description("place an order, as if the account's owner had")
    .action((account: string, symbol: string, action: string, size: string, options: PlaceOptions) =>
      callAndShow(terminal, options, {
        method: "POST",
        path: "orders/place",
        parameters: { account, symbol, action, size, ...placed(options) },
      }),
    );
  remoteOptions(order.command("amend"))
    .argument("<account>", "id or name")
    .argument("<order>", "its id, or the client's id")
    .option("--price <price>", "new limit price (default: as it is)")
    .option("--size <size>", "new size of the whole order, what is filled included (default: as it is)")
    .option("--trigger <price>", "new trigger price of an order that waits (default: as it is)")
    .description("change an order that rests or waits, as if the account's owner had")
    .action((account: string, id: string, options: AmendOptions) =>
      callAndShow(terminal, options, {
        method: "POST",
        path: "orders/amend",
        parameters: {
          account,
          order: id,
          price: options.price,
          size: options.size,
          triggerPrice: options.trigger,
        },
      }),
    );
  remoteOptions(order.command("cancel"))
    .argument("<order>", "its id")
    .description("cancel any live order")
    .action((id: string, options: RemoteOptions) =>
      callAndShow(terminal, options, { method: "POST", path: "orders/cancel", parameters: { order: id } }),
    );
}

type AmendOptions = RemoteOptions & {
  readonly price?: string;
  readonly size?: string;
  readonly trigger?: string;
};

type PlaceOptions = RemoteOptions & {
  readonly price?: string;
  readonly timeInForce?: string;
  readonly trigger?: string;
  readonly triggerOn?: string;
  readonly takeProfit?: string;
  readonly stopLoss?: string;
  readonly position?: string;
  readonly clientId?: string;
};

function placed({
  price,
  timeInForce,
  trigger,
  triggerOn,
  takeProfit,
  stopLoss,
  position,
  clientId,
}: PlaceOptions) {
  return { price, timeInForce, triggerPrice: trigger, triggerOn, takeProfit, stopLoss, position, clientId };
}

function addPositions(position: Command, terminal: Terminal): void {
  remoteOptions(position.command("list"))
    .argument("<account>", "id or name")
    .description("list an account's open positions")
    .action(async (account: string, options: RemoteOptions) => {
      const request = { method: "GET", path: "accounts/show", parameters: { account } } as const;
      const { positions } = (await callControl(options, request)) as { readonly positions: unknown };
      show(terminal, options.json === true, positions);
    });
  remoteOptions(position.command("close"))
    .argument("<account>", "id or name")
    .argument("[symbol]", "symbol or coin; all without it")
    .option("--position <id>", "only this one")
    .description("close positions at market, as if the account's owner had")
    .action(
      (
        account: string,
        symbol: string | undefined,
        options: RemoteOptions & { readonly position?: string },
      ) =>
        callAndShow(terminal, options, {
          method: "POST",
          path: "positions/close",
          parameters: { account, symbol, position: options.position },
        }),
    );
}
