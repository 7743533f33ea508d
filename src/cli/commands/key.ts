import type { Command } from "commander";
import Type from "typebox";
import { collect } from "../assignments.ts";
import { usage } from "../exitCodes.ts";
import { readJsonFile } from "../readJsonFile.ts";
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
  readonly file?: string;
  readonly apiKey?: string;
  readonly secret?: string;
  readonly passphrase?: string;
}

const StringsSchema = Type.Object(
  { apiKey: Type.String(), secret: Type.String(), passphrase: Type.String() },
  { additionalProperties: false },
);

/** Commands about API keys. */
export function addKeyCommands(program: Command, terminal: Terminal): void {
  const key = program.command("key").description("API keys: create, import, change, disable, list");
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
    .option("--file <file>", "JSON with apiKey, secret and passphrase, so that no shell remembers them")
    .option("--api-key <text>", "sent as ACCESS-KEY")
    .option("--secret <text>", "signs requests")
    .option("--passphrase <text>", "sent as ACCESS-PASSPHRASE")
    .description("import a key with your own three strings, so that a bot's configuration need not change")
    .action(async (account: string, options: ImportOptions) => {
      const parameters = { account, ...keyParameters(options), ...(await stringsOf(options)) };
      await callAndShow(terminal, options, { method: "POST", path: "keys/import", parameters });
    });
  remoteOptions(key.command("change"))
    .argument("<apiKey>")
    .option("--label <text>", "shown in lists")
    .option("--permission <word>", "read, spot or futures; repeatable", collect)
    .option("--address <address>", "address or CIDR block it may be used from; repeatable", collect)
    .option(
      "--active-from <ms>",
      "market time from which the change holds (default: now, or after --key-delay)",
    )
    .option("--expires <ms>", "market time at which it ends; 0: never")
    .description("change a key; what is left out stays")
    .action((apiKey: string, options: KeyOptions) =>
      callAndShow(terminal, options, {
        method: "POST",
        path: "keys/change",
        parameters: { apiKey, ...keyParameters(options) },
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

/** The three strings of a key to import, from a file or from the command line. */
async function stringsOf({ file, apiKey, secret, passphrase }: ImportOptions) {
  if (file !== undefined) return readJsonFile("--file", file, StringsSchema);
  if (apiKey === undefined || secret === undefined || passphrase === undefined) {
    throw usage("give --file, or all of --api-key, --secret and --passphrase");
  }
  return { apiKey, secret, passphrase };
}
