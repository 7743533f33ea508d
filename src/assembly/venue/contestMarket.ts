import type { EnginePort } from "../../kernel/engine/index.ts";
import type { Scenario } from "../../movers/feeds/index.ts";
import { contestOf, HOUSE_WANTED } from "../../service/contest/index.ts";
import { SetUpError } from "./firstStart.ts";
import type { VenueSetup } from "./venueSetup.ts";

/**
 * Refuses a contest on a market that somebody can foresee: one that is generated from a known seed, of the
 * options or of the data directory, or played from files. @throws SetUpError saying how to start a market
 * that nobody can foresee
 */
export async function refuseForeseeable(
  engine: EnginePort,
  { settled, scenario }: Pick<VenueSetup, "settled" | "scenario">,
): Promise<void> {
  const { name, seed, sealedSeed } = await engine.query({ type: "venue" });
  if (settled.seed !== "secret")
    throw new SetUpError(
      `a contest cannot run on the seed ${settled.seed}, which whoever knows it can foresee: leave out --seed, and \`seed\` in the scenario`,
    );
  if (name !== "" && sealedSeed === "")
    throw new SetUpError(
      `a contest cannot run in ${settled.data}, whose market was begun with the known seed ${seed}: take another --data`,
    );
  const played = Object.entries(scenario.feeds).find(([, { type }]) => type === "recorded");
  if (scenario.source?.kind === "replay" || played !== undefined)
    throw new SetUpError(
      `a contest cannot run on ${played === undefined ? "a market" : `prices of ${played[0]}`} played from files, which whoever has them can foresee: ` +
        "take the generated market, or follow another one",
    );
}

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
