import { type Lane, quantile } from "../lane.ts";
import { countFrames, openPage, openStage, type PageArguments, stir } from "../pages.ts";

const CHANGES_PER_SECOND = 50;
/** A frame that came later than this was seen as a stutter. */
const LATE_MS = 20;

/**
 * A page while a book at the venue changes fifty times a second. Reads `p50` and `p99` of the times between frames, ms, `late`, the share of
 * frames after more than 20 ms, and `changes`, how many a second there were.
 */
export async function start(args: PageArguments & { readonly seconds: number }): Promise<Lane> {
  const stage = await openStage(args, { clock: "wall" });
  const page = await openPage(stage);
  return {
    async pass() {
      let changes = 0;
      await page.bringToFront();
      const frames = await countFrames(page, async () => {
        changes = await stir(stage.venue, args.seconds, CHANGES_PER_SECOND);
      });
      const late = frames.filter((ms) => ms > LATE_MS).length / frames.length;
      return { p50: quantile(frames, 0.5), p99: quantile(frames, 0.99), late, changes };
    },
    close: () => stage.close(),
  };
}
