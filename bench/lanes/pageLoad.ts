import { type Lane, median } from "../lane.ts";
import { loadSlowly, openStage, type PageArguments } from "../pages.ts";

/** A slow network: 400 kbit/s either way, and 400 ms before an answer begins. */
const SLOW = { bytesPerSecond: 50_000, delayMs: 400 };

/**
 * A page opened over a slow network, nothing cached. Reads when there were the first `words`, the last
 * `price`, the `chart` and the `ticket`, ms from the navigation.
 */
export async function start(args: PageArguments & { readonly looks: number }): Promise<Lane> {
  const stage = await openStage(args, { clock: "wall", prehistory: 1_000 });
  return {
    async pass() {
      const looks: (readonly [string, number][])[] = [];
      for (let i = 0; i < args.looks; i++) looks.push(Object.entries(await loadSlowly(stage, SLOW)));
      const names = looks[0]!.map(([name]) => name);
      return Object.fromEntries(
        names.map((name, at) => [name, median(looks.map((look) => look[at]![1]))] as const),
      );
    },
    close: () => stage.close(),
  };
}
