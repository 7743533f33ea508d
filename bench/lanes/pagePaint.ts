import { type Lane, median } from "../lane.ts";
import { openPage, openStage, type PageArguments, usefulAt } from "../pages.ts";

/**
 * A page opened again and again with nothing in its caches. Reads `useful`, ms from the navigation to the
 * first useful paint.
 */
export async function start(args: PageArguments & { readonly looks: number }): Promise<Lane> {
  const stage = await openStage(args, { clock: "wall" });
  const look = async (): Promise<number> => {
    const page = await openPage(stage);
    const useful = await usefulAt(page);
    await page.context().close();
    return useful;
  };
  await look();
  return {
    async pass() {
      const looks: number[] = [];
      for (let i = 0; i < args.looks; i++) looks.push(await look());
      return { useful: median(looks) };
    },
    close: () => stage.close(),
  };
}
