import { type Lane, quantile } from "../lane.ts";
import { countFrames, metricsOf, openPage, openStage, type PageArguments, stir } from "../pages.ts";

const CHANGES_PER_SECOND = 50;
/** A frame that came later than this was seen as a stutter. */
const LATE_MS = 20;

/**
 * A page while a book at the venue changes fifty times a second, in a market that runs so many times as fast
 * as the host's. Reads `p50` and `p99` of the times between frames, ms, `late`, the share of frames after
 * more than 20 ms, `busy`, the share of the time in which the browser's main thread worked, and `changes`,
 * how many a second there were.
 */
export async function start(
  args: PageArguments & { readonly seconds: number; readonly speed: number },
): Promise<Lane> {
  const stage = await openStage(args, { clock: args.speed === 1 ? "wall" : "test" });
  if (args.speed !== 1) stage.venue.clock.run(args.speed);
  const page = await openPage(stage);
  const metrics = await metricsOf(page);
  return {
    async pass() {
      let changes = 0;
      await page.bringToFront();
      const before = await metrics();
      const frames = await countFrames(page, async () => {
        changes = await stir(stage.venue, args.seconds, CHANGES_PER_SECOND);
      });
      const after = await metrics();
      const late = frames.filter((ms) => ms > LATE_MS).length / frames.length;
      const busy =
        (after("TaskDuration") - before("TaskDuration")) / (after("Timestamp") - before("Timestamp"));
      return { p50: quantile(frames, 0.5), p99: quantile(frames, 0.99), late, busy, changes };
    },
    close: () => stage.close(),
  };
}
