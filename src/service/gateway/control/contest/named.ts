import { invalidParameter } from "../../../../interface/wire/index.ts";
import type { Contest } from "../../../contest/index.ts";
import { contestOf } from "../../../contest/index.ts";
import type { ControlContext } from "../operation.ts";

/** Every contest. */
export async function allContests({ engine }: Pick<ControlContext, "engine">): Promise<readonly Contest[]> {
  return (await engine.query({ type: "contests" })).map(({ definition }) => contestOf(definition));
}

/** The contest of a name. Refuses an unknown name with 40020. */
export async function contestNamed(context: Pick<ControlContext, "engine">, name: string): Promise<Contest> {
  const all = await allContests(context);
  const found = all.find((each) => each.name === name);
  if (found !== undefined) return found;
  const known = all.length === 0 ? "there is none" : `there are ${all.map((each) => each.name).join(", ")}`;
  throw invalidParameter("contest", `there is no contest '${name}': ${known}`);
}

/** The name of a team's account for the practice round. */
export const practiceName = (team: string): string => `${team}.practice`;
