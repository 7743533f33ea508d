import type { Command } from "commander";
import Type from "typebox";
import * as keys from "../../../interface/wire/control/operations/key.ts";
import { usage } from "../exitCodes.ts";
import { operationCommand } from "../operationCommand.ts";
import { readJsonFile, readTextFile } from "../readJsonFile.ts";
import type { Terminal } from "../terminal.ts";

const StringsSchema = Type.Object(
  { apiKey: Type.String(), secret: Type.String(), passphrase: Type.String() },
  { additionalProperties: false },
);

/** Options that may be given several times, once for each value. */
const REPEATED = { permissions: "permission", addresses: "address" } as const;

/** Commands about API keys. */
export function addKeyCommands(program: Command, terminal: Terminal): void {
  const key = program.command("key").description("API keys: create, import, register, change, disable, list");
  operationCommand(key.command("create"), terminal, keys.createKey, {
    places: ["account"],
    options: REPEATED,
  });
  operationCommand(key.command("import"), terminal, keys.importKey, {
    places: ["account"],
    options: REPEATED,
    without: ["apiKey", "secret", "passphrase"],
    send: async (typed, options) => ({ ...typed, ...(await stringsOf(options as ImportOptions)) }),
  })
    .option("--file <file>", "JSON with apiKey, secret and passphrase, so that no shell remembers them")
    .option("--api-key <text>", "sent as ACCESS-KEY")
    .option("--secret <text>", "signs requests")
    .option("--passphrase <text>", "sent as ACCESS-PASSPHRASE");
  operationCommand(key.command("register"), terminal, keys.registerKey, {
    places: ["account"],
    options: REPEATED,
    without: ["publicKey"],
    send: async (typed, options) => {
      const { publicKey: file } = options as unknown as RegisterOptions;
      return { ...typed, publicKey: await readTextFile("--public-key", file) };
    },
  }).requiredOption("--public-key <file>", "PEM of the public half, RSA or Ed25519");
  operationCommand(key.command("change"), terminal, keys.changeKey, {
    places: ["apiKey"],
    options: REPEATED,
  });
  operationCommand(key.command("disable"), terminal, keys.disableKey, { places: ["apiKey"] });
  operationCommand(key.command("list"), terminal, keys.listKeys, { places: ["account"] });
}

interface ImportOptions {
  readonly file?: string;
  readonly apiKey?: string;
  readonly secret?: string;
  readonly passphrase?: string;
}

interface RegisterOptions {
  /** The file with the PEM. */
  readonly publicKey: string;
}

/** The three strings of a key to import, from a file or from the command line. */
async function stringsOf({ file, apiKey, secret, passphrase }: ImportOptions): Promise<object> {
  if (file !== undefined) return readJsonFile("--file", file, StringsSchema);
  if (apiKey === undefined || secret === undefined || passphrase === undefined) {
    throw usage("give --file, or all of --api-key, --secret and --passphrase");
  }
  return { apiKey, secret, passphrase };
}
