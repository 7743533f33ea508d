import type { Command } from "commander";
import { collect } from "../assignments.ts";
import type { RemoteOptions } from "../remote.ts";
import { callAndShow, remoteOptions } from "../remote.ts";
import type { Terminal } from "../terminal.ts";

interface KeyOptions extends RemoteOptions {
  readonly label?: string;
  readonly permission?: readonly string[];
  readonly address?: readonly string[];
  readonly activeFrom?: string;
  readonly expires?: string;
  readonly wire?: string;
}

interface ImportOptions extends KeyOptions {
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}

/** Commands about API keys. */
export function addKeyCommands(program: Command, terminal: Terminal): void {
  const key = program.command("key").description("API keys: create, import, disable, list");
  newKeyOptions(key.command("create"))
    .argument("<account>", "id or name")
    .description("create a key; secret and passphrase are shown this once")
    .action((account: string, options: KeyOptions) =>
      callAndShow(terminal, options, {
        method: "POST",
        path: "keys/create",
        parameters: { account, ...keyParameters(options) },
      }),
    );
  newKeyOptions(key.command("import"))
    .argument("<account>", "id or name")
    .requiredOption("--api-key <text>", "sent as ACCESS-KEY")
    .requiredOption("--secret <text>", "signs requests")
    .requiredOption("--passphrase <text>", "sent as ACCESS-PASSPHRASE")
    .description("import a key with your own three strings, so that a bot's configuration need not change")
    .action((account: string, options: ImportOptions) =>
      callAndShow(terminal, options, {
        method: "POST",
        path: "keys/import",
        parameters: {
          account,
          ...keyParameters(options),
          apiKey: options.apiKey,
          secret: options.secret,
          passphrase: options.passphrase,
        },
      }),
    );
  remoteOptions(key.command("disable"))
    .argument("<apiKey>")
    .description("disable a key for good")
    .action((apiKey: string, options: RemoteOptions) =>
      callAndShow(terminal, options, { method: "POST", path: "keys/disable", parameters: { apiKey } }),
    );
  remoteOptions(key.command("list"))
    .argument("[account]", "only keys of this account")
    .description("list the keys, without anything secret")
    .action((account: string | undefined, options: RemoteOptions) =>
      callAndShow(terminal, options, { method: "GET", path: "keys", parameters: { account } }),
    );
}

function newKeyOptions(command: Command): Command {
  return remoteOptions(command)
    .option("--label <text>", "shown in lists")
    .option("--permission <word>", "read, spot or futures; repeatable (default: all)", collect)
    .option(
      "--address <address>",
      "address or CIDR block it may be used from; repeatable (default: all)",
      collect,
    )
    .option("--active-from <ms>", "market time from which it holds")
    .option("--expires <ms>", "market time at which it ends")
    .option("--wire <profile>", "its wire profile (default: the venue's)");
}

function keyParameters({ label, permission, address, activeFrom, expires, wire }: KeyOptions) {
  return { label, permissions: permission, addresses: address, activeFrom, expires, wire };
}
