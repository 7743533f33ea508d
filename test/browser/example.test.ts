import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { V2Client } from "../../src/interface/client/index.ts";
import { borrowBrowser, giveBack, isMissing, TEST_TIMEOUT_MS } from "./chromium.ts";
import { watchConsole } from "./watchConsole.ts";

const ROOT = join(import.meta.dirname, "../..");

/** The example as its reader runs it; it uses the build (`npm test` makes it). */
test.skipIf(isMissing)(
  "examples/browser: book, trades and account in a page",
  { timeout: TEST_TIMEOUT_MS },
  async () => {
    await using cleanUp = new AsyncDisposableStack();
    const venue = cleanUp.adopt(await startVenue({ prices: { btc: 60_000 } }), (each) => each.stop());
    const server = spawn(process.execPath, ["examples/browser/serve.js", venue.baseUrl], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "inherit"],
    });
    cleanUp.defer(async () => {
      const ended = once(server, "exit");
      server.kill("SIGINT");
      await ended;
    });
    const [line] = await once(createInterface({ input: server.stdout }), "line");
    const browser = cleanUp.adopt(await borrowBrowser(), giveBack);
    const page = await browser.newPage();
    const wrong: string[] = [];
    watchConsole(page, wrong);

    await page.goto(/^open (http:\S+)$/.exec(line)![1]!);
    await page.locator("#state", { hasText: "live" }).waitFor();
    const [one, other] = venue.accounts.map(
      (credentials) => new V2Client({ baseUrl: venue.baseUrl, credentials, limits: "off" }),
    );
    const order = { symbol: "cmt_btcusdt", order_type: "0", match_price: "0", price: "60000.1" } as const;
    await one!.orders.place({ ...order, type: "2", size: "0.03" });
    await other!.orders.place({ ...order, type: "1", size: "0.01" });
    await page.locator("#book tr.ask", { hasText: "60000.10.0200" }).waitFor();
    await page.locator("#trades tr.bought", { hasText: "60000.10.0100" }).waitFor();

    const { apiKey, secret, passphrase } = venue.accounts[0]!;
    const show = async (given: string): Promise<void> => {
      await page.getByPlaceholder("API key").fill(apiKey);
      await page.getByPlaceholder("secret").fill(given);
      await page.getByPlaceholder("passphrase").fill(passphrase);
      await page.getByRole("button").click();
    };
    await show(secret);
    await page.locator("#account", { hasText: "USDT" }).waitFor();
    expect(wrong).toEqual([]);
    await show("another");
    await page.locator("#account", { hasText: "40009: " }).waitFor();
  },
);
