import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import type { Command } from "../../src/kernel/core/index.ts";
import { FIRST_USER_ACCOUNT, PERMIT_READ } from "../../src/kernel/core/index.ts";
import { defaultScenario } from "../../src/movers/feeds/index.ts";
import type { Client } from "../venue/client.ts";
import { control } from "../venue/control.ts";
import { holder, MASTER_KEY } from "./key-holders.ts";
import { clientsOf } from "./traders.ts";

export const BTC = "cmt_btcusdt";
export const ETH = "cmt_ethusdt";
export const ALICE = FIRST_USER_ACCOUNT;
export const BOB = FIRST_USER_ACCOUNT + 1;

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
  const [alice, bob] = clientsOf(venue);
  const operate = async (command: Command): Promise<number> => {
    const { rejection, id } = await venue.engine.submit(command);
    if (rejection !== undefined) throw new Error(`${command.type} was refused: ${rejection.type}`);
    return id;
  };
  const readerOf = (name: string, account: number, wireProfile = "") =>
    holder(venue, name, account, { permissions: PERMIT_READ, wireProfile });
  return {
    venue,
    ...{ alice, bob },
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
