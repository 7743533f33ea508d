import { expect, it } from "vitest";
import { btc } from "../../../test/core/contracts.ts";
import { Driver } from "../../../test/core/driver.ts";
import type { Command } from "../../kernel/core/index.ts";
import { CONTRACT_DELISTED, CONTRACT_TRADING } from "../../kernel/core/index.ts";
import type { EnginePort } from "../../kernel/engine/index.ts";
import { Contracts } from "./contracts.ts";

/** The contracts of a venue, and commands whose events they hear of. */
async function followed() {
  const venue = new Driver();
  let hear: (frame: { readonly events: Uint8Array }) => void = () => undefined;
  const engine = {
    query: async () => venue.ask({ type: "contracts" }),
    subscribe: (listener: typeof hear) => {
      hear = listener;
      return () => undefined;
    },
  } as unknown as EnginePort;
  const contracts = await Contracts.open(engine);
  const run = (command: Command): number => {
    const { id } = venue.accept(command);
    hear({ events: venue.exchange.events.slice() });
    return id;
  };
  return { contracts, run };
}

it("a symbol names the contract that was listed last under it, whatever becomes of the one before", async () => {
  const { contracts, run } = await followed();
  run({ type: "delistContract", contract: 0, at: 0 });
  expect(contracts.of(btc.symbol)).toMatchObject({ contract: 0, status: CONTRACT_DELISTED });
  expect(contracts.listed()).toEqual([]);
  const id = run({ ...btc, makerRate: 10_000 });
  expect(contracts.of(btc.symbol)).toMatchObject({ contract: id, status: CONTRACT_TRADING });
  const { type: _, ...terms } = btc;
  run({ type: "changeContract", contract: 0, anyway: false, ...terms, makerRate: 30_000 });
  expect(contracts.of(btc.symbol)).toMatchObject({ contract: id, makerRate: 10_000 });
  expect(contracts.at(0)).toMatchObject({ status: CONTRACT_DELISTED, makerRate: 30_000 });
  run({ type: "changeContract", contract: id, anyway: false, ...terms, makerRate: 20_000 });
  expect(contracts.of(btc.symbol)).toMatchObject({ contract: id, makerRate: 20_000 });
  expect(contracts.listed().map(({ contract }) => contract)).toEqual([id]);
});
