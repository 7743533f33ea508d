import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import type { Command } from "../../src/kernel/core/index.ts";
import { FIRST_USER_ACCOUNT, PERMIT_READ } from "../../src/kernel/core/index.ts";
import { SeededRng } from "../../src/kernel/host/seededRng.ts";
import { defaultScenario } from "../../src/movers/feeds/index.ts";
import { Vault } from "../../src/service/gateway/index.ts";
import { Client } from "../venue/client.ts";
import { control } from "../venue/control.ts";

export const BTC = "cmt_btcusdt";
export const ETH = "cmt_ethusdt";
export const ALICE = FIRST_USER_ACCOUNT;
export const BOB = FIRST_USER_ACCOUNT + 1;

const MASTER_KEY = new Uint8Array(32).fill(3);

/** A venue whose prices stand still until the test moves them, and who can be called on it. */
export interface Stage {
  readonly venue: Venue;
  readonly alice: Client;
  readonly bob: Client;
  /** A key of alice's that may only read. */
  readonly reader: Client;
  /** A further key that may only read, with a wire profile of its own. */
  readerOf(name: string, account: number, wireProfile: string): Promise<Client>;
  /** Does what an operator does; it must be accepted. Returns the id that it made. */
  operate(command: Command): Promise<number>;
  /** Asks something of control; it must be done. */
  control(path: string, body: object): Promise<void>;
  /** Moves the index price, in quote coin. */
  price(symbol: string, price: number): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const scenario = defaultScenario("empty");
  const venue = await startVenue({
    market: {
      ...scenario,
      listings: scenario.listings.slice(0, 3),
      feeds: {
        [BTC]: { type: "constant", price: 60_000 },
        [ETH]: { type: "constant", price: 3_000 },
        cmt_solusdt: { type: "constant", price: 150 },
      },
      prehistory: 0,
    },
    accounts: [{ name: "alice" }, { name: "bob" }],
    masterKey: MASTER_KEY,
    audit: true,
    log: { info() {}, warn() {}, error: (fields, message) => console.error(message, fields) },
  });
  const vault = new Vault(MASTER_KEY, new SeededRng(1));
  const operate = async (command: Command): Promise<number> => {
    const { rejection, id } = await venue.engine.submit(command);
    if (rejection !== undefined) throw new Error(`${command.type} was refused: ${rejection.type}`);
    return id;
  };
  const readerOf = async (name: string, account: number, wireProfile = ""): Promise<Client> => {
    const key = { apiKey: name, secret: `secret of ${name}`, passphrase: "pass" };
    await operate({
      type: "addKey",
      account,
      permissions: PERMIT_READ,
      activeFrom: 0,
      expires: 0,
      key: name,
      sealedSecret: vault.encrypt(key.secret, { key: name, account }),
      passphraseHash: vault.hashPassphrase(key.passphrase, name),
      label: name,
      addresses: "",
      wireProfile,
    });
    return new Client(venue.baseUrl, key);
  };
  return {
    venue,
    alice: new Client(venue.baseUrl, venue.accounts[0]!),
    bob: new Client(venue.baseUrl, venue.accounts[1]!),
    reader: await readerOf("reader", ALICE),
    readerOf,
    operate,
    async control(path, body) {
      const { status, text } = await control(venue, path, body);
      if (status !== 200) throw new Error(`${path}: ${text}`);
    },
    price: (symbol, price) =>
      venue.feeds.push({ [symbol]: Math.round(price * (symbol === BTC ? 1_000 : 10_000)) }),
  };
}
