import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFailed, onTestFinished, test } from "vitest";
import type { AccountMirror, Credentials } from "../../src/interface/client/index.ts";
import { ControlClient, V2Client } from "../../src/interface/client/index.ts";
import type { Ready } from "../cli/child.ts";
import { Child } from "../cli/child.ts";
import { thinMarket } from "../cli/thinMarket.ts";
import { type Bot as BotName, botProgram } from "../exam/botProgram.ts";
import { freePort } from "../host/freePort.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { venueOnDisk } from "../venue/venueOfTest.ts";

/**
 * The example bots go on when their venue is killed and started again. They use the build (`npm test` makes
 * it).
 */

const SYMBOL = "cmt_btcusdt";

/** A bot, which waits for its venue for as long as that takes to be there again. */
class Bot {
  readonly #process;
  readonly #exit: Promise<number | null>;
  output = "";

  constructor(name: BotName, data: string) {
    this.#process = spawn(process.execPath, [botProgram(name, temporaryDirectory()), "--data", data]);
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        this.output += text;
      });
    this.#exit = once(this.#process, "close").then(([code]) => code as number | null);
    onTestFailed(() => console.error(`${name} has said:\n${this.output}`));
    onTestFinished(() => void this.#process.kill("SIGKILL"));
  }

  /** Resolves once it has said what matches. */
  async says(what: RegExp, from = 0): Promise<void> {
    while (!what.test(this.output.slice(from))) {
      const more = once(this.#process.stdout, "data").then(() => true);
      if (!(await Promise.race([more, this.#exit.then(() => false)])))
        throw new Error(`it ended: ${this.output}`);
    }
  }

  /** As Ctrl-C; resolves with the exit code. */
  leave(): Promise<number | null> {
    this.#process.kill("SIGINT");
    return this.#exit;
  }
}

/** A venue in a process of its own; the second time at the same address. @param speed of market time */
async function serve(
  data: string,
  port: string,
  speed: string,
): Promise<{ readonly child: Child; readonly ready: Ready }> {
  const where = ["--data", data, "--port", port];
  const served = await Child.serve([
    ...where,
    "--limits",
    "seed",
    "--market",
    thinMarket(),
    "--prehistory",
    "60",
  ]);
  await operator(served.ready).call("POST clock/run", { speed });
  return served;
}

function operator({ controlUrl, adminToken }: Ready): ControlClient {
  return new ControlClient({ baseUrl: controlUrl, token: adminToken });
}

/** A client that is as patient as the bots, and closed after the test. */
function clientOf({ baseUrl }: Ready, credentials?: Credentials): V2Client {
  const client = new V2Client({
    baseUrl,
    timeoutMs: 100_000,
    retries: 100,
    ...(credentials && { credentials }),
  });
  onTestFinished(() => client.close());
  return client;
}

/** An account as another program of its owner sees it. */
async function accountOf(ready: Ready, account: string): Promise<AccountMirror> {
  return clientOf(ready, await operator(ready).call("POST keys/create", { account })).accountMirror();
}

const sidesOf = ({ positions }: AccountMirror) => [...positions.values()].map(({ side }) => side).join();

/**
 * Lets the price fall, step by step as everybody is shown it, until a bot has said what matches, or has
 * ended.
 */
async function fall(ready: Ready, step: string, said: Promise<void>): Promise<void> {
  let isOver = false;
  said
    .catch(() => {}) // it is awaited below
    .finally(() => {
      isOver = true;
    });
  const ticker = await clientOf(ready).watch.ticker(SYMBOL);
  for await (const _ of ticker) {
    if (isOver) break;
    await operator(ready).call("POST prices/push", { prices: { btc: step } });
  }
  await said;
}

/**
 * Waits until a bot is at work; what that gives waits until it is again, on the venue that was started anew,
 * going by what the bot says from `from` on: it may act before anybody looks.
 */
type AtWork = (
  account: AccountMirror,
  bot: Bot,
  ready: Ready,
) => Promise<(ready: Ready, from: number) => Promise<void>>;

/** Market time runs so fast that a bot which waits for the market has something to do within seconds. */
const FAST = "300";

test.each<[BotName, string, AtWork]>([
  [
    // Where the market runs away, its orders cross what is there by then: they are refused, and offered anew
    // 5 s later.
    "market-maker",
    "1",
    async (account) => {
      await account.until(({ orders }) => orders.size === 2);
      const latest = Math.max(...[...account.orders.keys()].map(Number));
      const isAnew = () =>
        account.until(({ orders }) => [...orders.keys()].some((id) => Number(id) > latest));
      return (later) => fall(later, "-0.02%", isAnew());
    },
  ],
  [
    "trend-follower",
    FAST,
    async (account) => {
      await account.until(({ positions }) => positions.size === 1);
      const side = sidesOf(account);
      return () => account.until((now) => now.positions.size === 1 && sidesOf(now) !== side);
    },
  ],
  [
    "liquidation-watcher",
    FAST,
    async (account, bot, ready) => {
      await account.until(({ positions }) => positions.size === 1);
      await fall(ready, "-0.002%", bot.says(/^mark .* added/m));
      return (later, from) => fall(later, "-0.02%", bot.says(/^mark .* added|position is gone/m, from));
    },
  ],
])("%s trades on after a kill -9 of its venue", async (name, speed, atWork) => {
  const data = temporaryDirectory();
  const port = String(await freePort());
  const first = await serve(data, port, speed);
  const bot = new Bot(name, data);
  await bot.says(/^holds nothing, equity \d+ USDT\n/);
  const account = await accountOf(first.ready, name);
  const again = await atWork(account, bot, first.ready);
  first.child.kill("SIGKILL");
  await first.child.exited();
  const from = bot.output.length;
  const second = await serve(data, port, speed);
  await again(second.ready, from);
  expect(await bot.leave(), bot.output).toBe(0);
  expect(bot.output).toMatch(new RegExp(`${name} ends with \\d+(?:\\.\\d+)? USDT\\n$`));
});

test("market-maker: what was filled in part is offered in part, on both sides", async () => {
  const { data, venue } = await venueOnDisk({ limits: "seed" });
  const ready = { ...venue, pid: 0 };
  const control = operator(ready);
  const place = (account: string, action: "open-long" | "open-short", size: string, price: string) =>
    control.call("POST orders/place", { account, symbol: "btc", action, size, price });
  const { order } = await place("demo-2", "open-long", "0.01", "59900");
  await place("demo-2", "open-short", "0.01", "60100");
  const bot = new Bot("market-maker", data);
  await bot.says(/^holds nothing/);
  const account = await accountOf(ready, "market-maker");
  await account.until(({ orders }) => orders.size === 2);
  await place("demo-1", "open-short", "0.004", "59900.1");
  await place("demo-1", "open-long", "0.004", "60099.9");
  await account.until(({ positions }) => positions.size === 2);

  let isOffered = false;
  const offered = account
    .until(({ orders }) => {
      const shown = [...orders.values()].map(({ action, size }) => `${action} ${size}`);
      return shown.sort().join() === "close_long 0.004,close_short 0.004";
    })
    .then(() => {
      isOffered = true;
    });
  // The bot looks at every change of the book, and quotes anew every five seconds at most.
  let changes = 0;
  for await (const _ of await clientOf(ready).orderBook(SYMBOL)) {
    if (isOffered) break;
    const price = `5980${changes++ % 10}`;
    await control.call("POST orders/amend", { account: "demo-2", order: String(order), price });
  }
  await offered;
  expect(sidesOf(account).split(",").sort()).toEqual(["LONG", "SHORT"]);
  expect(await bot.leave(), bot.output).toBe(0);
  expect(bot.output).not.toContain("refused");
});
