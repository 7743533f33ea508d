import { expect, test, vi } from "vitest";
import { useShownPage } from "../../../../test/terminal/shownPage.ts";
import type { RequestBudget } from "./requestBudget.ts";
import type { RequestRow } from "./requestWatch.ts";
import { RequestWatch } from "./requestWatch.ts";

useShownPage();

test("shows what other programs did, newest first; of a venue that started over from its first request on", async () => {
  let log = ["bot", "Mozilla/5.0", "other"];
  const ask = async (_: unknown, { after = 0 }: { after?: number }) => ({
    entries: log.slice(after).map((program) => ({ program })),
    next: log.length,
  });
  const watch = new RequestWatch({ ask } as unknown as RequestBudget);
  const leave = watch.follow();
  const shown = () => watch.rows.value.map(({ program }: RequestRow) => program);
  await vi.advanceTimersByTimeAsync(0);
  expect(shown()).toEqual(["other", "bot"]);
  log = ["anew"];
  await vi.advanceTimersByTimeAsync(1_900);
  expect(shown()).toEqual(["anew", "other", "bot"]);
  log = ["anew", "next"];
  await vi.advanceTimersByTimeAsync(1_900);
  expect(shown()).toEqual(["next", "anew", "other", "bot"]);
  leave();
});
