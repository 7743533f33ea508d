import type { Command } from "commander";
import { showAccount } from "../../../interface/wire/control/operations/account.ts";
import {
  direct,
  dropDirective,
  listDirectives,
} from "../../../interface/wire/control/operations/directive.ts";
import * as market from "../../../interface/wire/control/operations/market.ts";
import { operationCommand } from "../operationCommand.ts";
import type { RemoteOptions } from "../remote.ts";
import { callControl, remoteOptions } from "../remote.ts";
import { show } from "../show/value.ts";
import type { Terminal } from "../terminal.ts";

/** Commands on an account's orders and positions: an operator can do what the owner could do with a key. */
export function addTradingCommands(program: Command, terminal: Terminal): void {
  const order = program.command("order").description("orders: list, show, place, amend, cancel");
  const trigger = { triggerPrice: "trigger" } as const;
  operationCommand(order.command("list"), terminal, market.listOrders, { places: ["account"] });
  operationCommand(order.command("show"), terminal, market.showOrder, { places: ["account", "order"] });
  operationCommand(order.command("place"), terminal, market.placeOrder, {
    places: ["account", "symbol", "action", "size"],
    options: trigger,
  });
  operationCommand(order.command("amend"), terminal, market.amendOrder, {
    places: ["account", "order"],
    options: trigger,
  });
  operationCommand(order.command("cancel"), terminal, market.cancelOrder, { places: ["order"] });

  const directive = program
    .command("directive")
    .description("what the venue does to orders on demand: list, set, drop (docs/directives.md)");
  operationCommand(directive.command("list"), terminal, listDirectives);
  operationCommand(directive.command("set"), terminal, direct, { places: ["account", "what"] });
  operationCommand(directive.command("drop"), terminal, dropDirective, { places: ["directive"] });

  const position = program.command("position").description("positions: list, close");
  remoteOptions(position.command("list"))
    .argument("<account>", "an account: its id or its name")
    .description("list an account's open positions")
    .action(async (account: string, options: RemoteOptions) => {
      const { positions } = await callControl(options, showAccount, { account });
      show(terminal, options.json === true, positions);
    });
  operationCommand(position.command("close"), terminal, market.closePositions, {
    places: ["account", "symbol"],
  });
}
