import { expect, test, vi } from "vitest";
import { useShownPage } from "../../../../test/terminal/shownPage.ts";
import type { TickerPush, V2Client } from "../../../interface/client/index.ts";
import type { OrderRequest } from "../../../interface/client/v2/messages.ts";
import type { AccountView } from "../account/accountData.ts";
import type { Contract } from "../market/contract.ts";
import { FrameStore, Store } from "../state/store.ts";
import { Draft } from "./draft.ts";
import { Estimates } from "./estimates.ts";

const symbol = "cmt_btcusdt";
const NOBODY: AccountView = {
  ...{ assets: [], positions: [], orders: [], fills: [], modes: [], pending: undefined },
  settings: {},
};

useShownPage();

/** A ticket before a venue that says for any size that 4 is the largest, and that an order costs its size. */
function ticket() {
  vi.stubGlobal("requestAnimationFrame", () => 0);
  const contract = new Store({ symbol, lot: "0.1" } as Contract);
  const view = new FrameStore<AccountView | undefined>(NOBODY);
  const asked: string[] = [];
  const client = {
    ask: async (_: unknown, { size, type }: OrderRequest) => {
      asked.push(`${type} ${size}`);
      await new Promise((resolve) => setTimeout(resolve, 100)); // on its way
      return { value: { frozen: size, largestSize: "4" } };
    },
  } as unknown as V2Client;
  const draft = new Draft(contract);
  const market = { ticker: new FrameStore<TickerPush | undefined>(undefined) };
  const estimates = new Estimates({ contract, draft, market, account: { view } }, client);
  return { estimates, draft, view, asked };
}

test("of a share only what the share itself would do is shown", async () => {
  const { estimates, draft } = ticket();
  const shown: string[] = [];
  estimates.subscribe(() => {
    const { long, isOld } = estimates.value;
    if (long !== undefined && !isOld) shown.push(long.frozen);
  });
  draft.change({ price: "60000", unit: "share", size: "50" });
  await vi.advanceTimersByTimeAsync(25_000);
  expect(new Set(shown)).toEqual(new Set(["2"]));
  expect(shown.length).toBeGreaterThan(1);
  estimates.close();
});

test("another leverage or margin mode of the contract is asked about anew, and what was said before counts as old", async () => {
  const { estimates, draft, view, asked } = ticket();
  draft.change({ price: "60000", size: "1" });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(estimates.value.isOld).toBe(false);
  for (const change of [
    { settings: { [symbol]: { cross_leverage: "50" } } },
    { modes: [{ symbol, marginMode: "ISOLATED" }] },
  ] as unknown as readonly Partial<AccountView>[]) {
    asked.length = 0;
    view.set({ ...NOBODY, ...view.value, ...change });
    expect(estimates.value.isOld).toBe(true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(estimates.value.isOld).toBe(false);
    expect(asked).toHaveLength(2);
  }
  asked.length = 0;
  view.set({ ...NOBODY, ...view.value, settings: { ...view.value?.settings } }); // read again, the same
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toEqual([]);
  estimates.close();
});
