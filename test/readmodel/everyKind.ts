import { EXTERNAL_ACCOUNT, MOVE_DEPOSIT, OPEN_LONG } from "../../src/kernel/core/index.ts";
import { SeededRng } from "../../src/kernel/host/seededRng.ts";
import type { HistoryFrame } from "../../src/service/readmodel/history.ts";
import { btc, eth } from "../core/contracts.ts";
import { Driver, placeOrder } from "../core/driver.ts";
import { Recorder } from "./recorder.ts";

export const CLIENT_IDS = 4;

/**
 * Frames that leave rows of every kind: users and paper accounts that trade, are funded, liquidated, and
 * brought by an agent.
 *
 * @param isEventful many minutes, two funding rates at one time, and halfway an account and a contract more
 * and days without anything
 */
export function everyKind({
  turns,
  seed,
  isEventful = false,
}: {
  readonly turns: number;
  readonly seed: number;
  readonly isEventful?: boolean;
}): {
  readonly frames: readonly HistoryFrame[];
  readonly time: number;
  readonly accounts: readonly number[];
} {
  const exchange = new Recorder();
  const driver = new Driver([btc], undefined, exchange);
  driver.audits = false;
  driver.index(60_000_000);
  const [agent, ...real] = ["agent", "ann", "bob"].map((name) => driver.user(name, 1_000_000)) as [
    number,
    ...number[],
  ];
  driver.execute({ type: "setReferral", account: real[0]!, agent, rebateRate: 20_000_000 });
  const paper = ["cid", "dan"].map((name) => {
    const account = driver.user(name);
    return driver.accept({ type: "openPaper", account, amount: 100_000_000_000n }).id;
  });
  for (const account of paper) driver.leverage(account, 10_000, 10_000, 1);
  const rng = new SeededRng(seed);
  const draw = (below: number): number => rng.uint32() % below;
  for (let turn = 0; turn < turns; turn++) {
    if (turn % (isEventful ? 7 : 40) === 0) driver.wait(61_000);
    for (let n = turn % 50 === 0 ? (isEventful ? 2 : 1) : 0; n > 0; n--)
      driver.execute({ type: "forceFunding", contract: 0, skip: false });
    if (turn % 60 === 0) driver.execute({ type: "payRebates", account: real[0]! });
    if (turn % 30 === 0) driver.index(60_000_000 + (draw(9) - 4) * 100_000);
    if (isEventful && turn === turns >> 1) {
      real.push(driver.user("eve", 1_000_000));
      driver.accept(eth);
      driver.wait(9 * 24 * 3_600_000); // samples of minutes give way
    }
    const traders = draw(3) < 2 ? real : paper;
    if (turn % 45 === 44) driver.execute({ type: "liquidate", account: paper[draw(2)]!, position: 0 });
    const size = (1 + draw(40)) * (traders === paper ? 100 : 10);
    const order = {
      account: traders[draw(traders.length)]!,
      action: OPEN_LONG + draw(4),
      price: 600_000 + draw(9) - 4,
      size,
    };
    driver.execute(
      placeOrder({ ...order, closeCapped: true, clientId: draw(3) === 0 ? `id-${draw(CLIENT_IDS)}` : "" }),
    );
    if (turn % 3 === 0) amendOne(driver, order.account, turn % 2 === 0);
  }
  driver.execute({
    type: "moveMoney",
    movement: MOVE_DEPOSIT,
    from: EXTERNAL_ACCOUNT,
    to: agent,
    amount: 500n,
  });
  exchange.keep();
  return { frames: exchange.frames, time: driver.time, accounts: [agent, ...real, ...paper] };
}

/** Changes an order of the account that rests, if there is one: its price, or its size by a lot. */
function amendOne(driver: Driver, account: number, moves: boolean): void {
  const [live] = driver.ask({ type: "orders", account, contract: 0, which: "resting" });
  if (live === undefined) return;
  const { order, price, size } = live;
  const change = moves ? { price: price + 1, size } : { price, size: size - 1 };
  driver.execute({ type: "amendOrder", account, order, triggerPrice: 0, clientId: "", ...change });
}
