import type { EnginePort } from "../../kernel/engine/index.ts";
import type { Scenario } from "../../movers/feeds/index.ts";
import { contestOf, HOUSE_WANTED } from "../../service/contest/index.ts";
import { SetUpError } from "./firstStart.ts";
import type { VenueSetup } from "./venueSetup.ts";

/** Whether only users quote in the book: there is no house, and no other market's book is shown. */
export function isBookOfUsers({ house, source }: Pick<Scenario, "house" | "source">): boolean {
  return source === undefined && house === undefined;
}

/**
 * Refuses to go on with contests whose teams would be alone in the book, and so make the prices that they
 * trade at.
 *
 * @throws SetUpError naming the contest, and what to start instead
 */
export async function refuseTeamsAlone(
  engine: EnginePort,
  { scenario }: Pick<VenueSetup, "scenario">,
): Promise<void> {
  if (!isBookOfUsers(scenario)) return;
  for (const { name, definition } of await engine.query({ type: "contests" })) {
    const { book, end } = contestOf(definition);
    if (book === "shared" && engine.now() < end)
      throw new SetUpError(`the contest ${name} has \`book: shared\`: ${HOUSE_WANTED}`);
  }
}
