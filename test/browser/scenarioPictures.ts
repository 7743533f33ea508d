import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { readScenario } from "../../src/movers/feeds/index.ts";
import { launch } from "./chromium.ts";

/**
 * Takes the pictures of `docs/scenarios.md`, each scenario at its most telling moment:
 * `node test/browser/scenarioPictures.ts docs/images`. A program, not a test: whoever runs it looks at every
 * picture before it is kept.
 */

const folder = process.argv[2] ?? "docs/images";
const SCENARIOS = join(import.meta.dirname, "../../examples/scenarios");

/** When each is looked at, ms after its start, and at which of the account's lists. */
const MOMENTS = {
  calm: [600_000, "Positions"],
  trend: [1_690_000, "Closed"],
  "flash-crash": [160_000, "Fills"],
  "dead-book": [200_000, "Fills"],
  "funding-squeeze": [500_000, "Funding"],
  "fat-finger": [122_000, "Positions"],
  outage: [200_000, "Order history"],
  "api-storm": [220_000, "Positions"],
} as const;

mkdirSync(folder, { recursive: true });
const browser = await launch();
for (const [name, [atMs, list]] of Object.entries(MOMENTS)) {
  const market = await readScenario(join(SCENARIOS, `${name}.json`));
  const venue = await startVenue({ market, clock: "test", prehistory: 200 });
  await venue.step(atMs);
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    colorScheme: "dark",
    reducedMotion: "reduce",
  });
  await page.goto(venue.baseUrl);
  await page.locator(".chart-canvas[data-ready=true]").waitFor();
  await page.getByRole("tab", { name: new RegExp(`^${list}`) }).click();
  await page.evaluate("document.fonts.ready");
  await page.mouse.move(0, 0);
  await page.evaluate(() => new Promise((drawn) => setTimeout(drawn, 1_000)));
  await page.screenshot({ path: join(folder, `scenario-${name}.png`) });
  await page.close();
  await venue.stop();
}
await browser.close();
