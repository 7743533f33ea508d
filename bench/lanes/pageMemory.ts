import type { CDPSession } from "playwright-core";
import type { Lane } from "../lane.ts";
import { metricsOf, openPage, openStage, type PageArguments, trade } from "../pages.ts";

/** An hour in minutes, and the speed at which it is made: a second of the host is a minute of the market. */
const SPEED = 60;
/** What a page takes up once and keeps (code that was compiled, lists that were filled) is no growth. */
const WARM_UP_SECONDS = 20;

/**
 * A page over an hour of market time at sixty times the host's: the house trades as much as in an hour,
 * candles close, and the account that the page shows places, cancels, opens and closes, twenty times a second
 * of the host. Reads the heap `before` and `after`, MB, each after a full collection, and `nodes`, how many
 * more nodes there are.
 */
export async function start(args: PageArguments & { readonly minutes: number }): Promise<Lane> {
  const stage = await openStage(args, { clock: "test" });
  stage.venue.clock.run(SPEED);
  const page = await openPage(stage);
  const devtools = await page.context().newCDPSession(page);
  const metrics = await metricsOf(page);
  await trade(stage.venue, WARM_UP_SECONDS, 20);
  return {
    async pass() {
      const before = await memoryOf(devtools, metrics);
      await trade(stage.venue, (args.minutes * 60) / SPEED, 20);
      const after = await memoryOf(devtools, metrics);
      return { before: before.megabytes, after: after.megabytes, nodes: after.nodes - before.nodes };
    },
    close: () => stage.close(),
  };
}

async function memoryOf(devtools: CDPSession, metrics: Awaited<ReturnType<typeof metricsOf>>) {
  await devtools.send("HeapProfiler.collectGarbage");
  const value = await metrics();
  return { megabytes: value("JSHeapUsedSize") / 1_000_000, nodes: value("Nodes") };
}
