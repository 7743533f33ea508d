import { beforeEach, expect, test } from "vitest";
import { Exchange } from "../../kernel/core/exchange/exchange.ts";
import type { Answer, Command, Query } from "../../kernel/core/index.ts";
import { ACCOUNT_HOUSE, ACCOUNT_USER, commandBytes, RecordView } from "../../kernel/core/index.ts";
import type { EnginePort, Outcome } from "../../kernel/engine/index.ts";
import { defaultContracts, pointsOf } from "../feeds/contracts.ts";
import { ParticipantError } from "./account.ts";
import { House } from "./house.ts";

const T0 = Date.UTC(2026, 0, 1);
const OPTIONS = { seed: 7, depth: 1, flow: 1, contracts: {} };
const COINS = ["BTC", "XRP"];

/** The exchange behind the engine's port, without a journal: a frame a submission. */
class BareVenue implements EnginePort {
  readonly exchange = new Exchange();
  /** How many commands it was sent. */
  commands = 0;
  /** The venue ends after so many commands. */
  endsAfter = Number.POSITIVE_INFINITY;

  current(): undefined {
    return undefined;
  }

  constructor() {
    for (const [contract, { listing, price }] of defaultContracts
      .filter(({ listing: { baseCoin } }) => COINS.includes(baseCoin))
      .entries()) {
      this.run([listing]);
      this.setIndex(contract, pointsOf(price, listing));
    }
    this.commands = 0;
  }

  run(commands: readonly Command[]): readonly Outcome[] {
    const { exchange } = this;
    exchange.beginFrame(exchange.seq + 1, T0);
    return commands.map((command) => {
      if (this.commands === this.endsAfter) throw new Error("ended");
      this.commands += 1;
      exchange.execute(new RecordView(commandBytes(command)), 0);
      const rejection = exchange.outcomeRejection;
      const events = new RecordView(exchange.events.slice(exchange.eventsFrom));
      return { seq: exchange.seq, time: T0, id: exchange.outcomeId, rejection, events };
    });
  }

  async submit(command: Command): Promise<Outcome> {
    return this.run([command])[0]!;
  }
  async submitAll(commands: readonly Command[]): Promise<readonly Outcome[]> {
    return this.run(commands);
  }
  async query<Q extends Query>(query: Q): Promise<Answer<Q>> {
    return this.exchange.answer(query);
  }
  subscribe(): () => void {
    return () => {};
  }
  watch(): () => void {
    return () => {};
  }
  get headSeq(): number {
    return this.durableSeq;
  }
  get durableSeq(): number {
    return this.exchange.seq;
  }
  now(): number {
    return T0;
  }

  setIndex(contract: number, points: number): void {
    this.run([{ type: "setIndex", prices: [{ contract, points }] }]);
  }
}

let venue: BareVenue;
beforeEach(() => {
  venue = new BareVenue();
});

test("a start that ended anywhere in its set-up is made whole by the next, and a whole one is left alone", async () => {
  const setUp = () =>
    venue.exchange
      .answer({ type: "accounts" })
      .filter(({ kind }) => kind === ACCOUNT_HOUSE)
      .map(({ account, name }) => {
        const { fee, selfTradePrevention, holdings, entries } = venue.exchange.answer({
          type: "account",
          account,
        })!;
        return {
          name,
          fee,
          selfTradePrevention,
          leverage: holdings.map(({ cross }) => cross),
          money: entries[0]!.amount,
        };
      });
  await House.start({ ...OPTIONS, engine: venue });
  const [whole, commands] = [setUp(), venue.commands];
  await House.start({ ...OPTIONS, engine: venue });
  expect(venue.commands).toBe(commands);
  for (let after = 1; after < commands; after += 41) {
    venue = new BareVenue();
    venue.endsAfter = after;
    await expect(House.start({ ...OPTIONS, engine: venue })).rejects.toThrow("ended");
    venue.endsAfter = Number.POSITIVE_INFINITY;
    await House.start({ ...OPTIONS, engine: venue });
    expect(setUp()).toEqual(whole);
  }
});

test("a name that a client took is not used", async () => {
  venue.run([{ type: "openAccount", kind: ACCOUNT_USER, name: "house-taker-btc" }]);
  await expect(House.start({ ...OPTIONS, engine: venue })).rejects.toThrow(ParticipantError);
});
