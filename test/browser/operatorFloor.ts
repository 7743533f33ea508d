import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { ControlClient, V2Client } from "../../src/interface/client/index.ts";
import { defaultScenario } from "../../src/movers/feeds/index.ts";
import { borrowBrowser, giveBack, LAUNCH_TIMEOUT_MS } from "./chromium.ts";
import { watchHosts } from "./floor.ts";
import { lastLook } from "./lastLook.ts";
import { keepTold, told } from "./told.ts";
import { watchConsole } from "./watchConsole.ts";

const MARKET = defaultScenario("empty");
const HOUR_MS = 3_600_000;

/** The operator's page in a real browser before a venue of its own, signed out: what its tests begin with. */
export class OperatorFloor {
  venue!: Venue;
  browser!: Browser;
  page!: Page;
  control!: ControlClient;
  /** `demo-1`, from outside. */
  owner!: V2Client;
  /** `demo-2`, from outside. */
  maker!: V2Client;
  /** What a browser's console would show as wrong. */
  wrong: string[] = [];

  /** Starts and ends it all around the tests of the present block. */
  use(): this {
    beforeAll(async () => {
      this.venue = await startVenue({
        market: {
          ...MARKET,
          listings: MARKET.listings.map((each) => ({ ...each, fundingIntervalMs: HOUR_MS })), // so that the next is soon reached
          prehistory: 0,
          about: "A day of an operator.",
          timeline: [{ type: "say", path: "timeline.0", atMs: 0, text: "It begins." }],
        },
        prices: { btc: 60_000 },
        clock: "test",
        data: "memory",
      });
      const { baseUrl, controlUrl, adminToken, accounts } = this.venue;
      this.control = new ControlClient({ baseUrl: controlUrl, token: adminToken });
      this.owner = new V2Client({ baseUrl, credentials: accounts[0]!, limits: "off" });
      this.maker = new V2Client({ baseUrl, credentials: accounts[1]!, limits: "off" });
      this.browser = await borrowBrowser();
    }, LAUNCH_TIMEOUT_MS);
    afterAll(async () => {
      await giveBack(this.browser);
      this.owner?.close();
      this.maker?.close();
      await this.venue?.stop();
    });
    beforeEach(async () => {
      this.wrong = [];
      this.page = await this.open();
    });
    afterEach(async (context) => {
      await lastLook(context, this.page);
      await this.page.close();
      expect(this.wrong).toEqual([]);
    });
    return this;
  }

  async open(): Promise<Page> {
    const opened = await this.browser.newPage({
      viewport: { width: 1280, height: 800 },
      colorScheme: "dark",
    });
    watchConsole(opened, this.wrong);
    watchHosts(opened, this.venue.controlUrl, this.wrong);
    await keepTold(opened);
    await opened.goto(`${this.venue.controlUrl}/operator`);
    return opened;
  }

  async signIn(token = this.venue.adminToken): Promise<void> {
    await this.page.getByLabel("Token").fill(token);
    await this.page.getByRole("button", { name: "Sign in" }).click();
  }

  go(view: string): Promise<void> {
    return this.page.getByRole("navigation").getByRole("link", { name: view }).click();
  }

  region(name: string | RegExp): Locator {
    return this.page.getByRole("region", { name, exact: true });
  }

  dialog(): Locator {
    return this.page.getByRole("dialog");
  }

  /** Waits until the page says that something happened. */
  noted(text: string): Promise<void> {
    return told(this.page, text);
  }

  /** Opens an account among the accounts. */
  async account(name: string): Promise<void> {
    await this.go("Accounts");
    await this.region("Accounts").getByRole("link", { name, exact: true }).click();
    await this.region("API keys").waitFor();
  }
}
