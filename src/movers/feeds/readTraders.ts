import type { TraderKind, TraderSpec } from "../traders/index.ts";
import { kindOf, loadTrader, TRADER_KINDS, TraderFileError, USUAL_TRADER } from "../traders/index.ts";
import type { Listing } from "./contracts.ts";
import type { ScenarioProblem } from "./scenario.ts";
import type { TraderFile } from "./scenarioSchema.ts";

/**
 * The traders of a scenario, with defaults for what they leave out.
 *
 * @param locate resolves the path of a file that the scenario names
 * @param problems receives everything that is wrong
 */
export async function readTraders(
  files: readonly TraderFile[],
  listings: readonly Listing[],
  locate: (file: string) => string,
  problems: ScenarioProblem[],
): Promise<readonly TraderSpec[]> {
  const specs: TraderSpec[] = [];
  for (const [i, file] of files.entries()) {
    const refuse = (field: string, value: unknown, rule: string): void => {
      problems.push({ path: `traders.${i}${field}`, value: JSON.stringify(value) ?? "nothing", rule });
    };
    if (files.findIndex(({ name }) => name === file.name) < i)
      refuse(".name", file.name, "must be the name of one entry only");
    for (const [k, symbol] of (file.symbols ?? []).entries()) {
      if (!listings.some((each) => each.symbol === symbol))
        refuse(`.symbols.${k}`, symbol, "must name a listed contract");
    }
    const kind = await kindIn(file, locate, refuse);
    if (kind === undefined) continue;
    for (const [name, value] of Object.entries(file.parameters ?? {})) {
      const parameter = kind.parameters?.[name];
      if (parameter === undefined) {
        const known = Object.keys(kind.parameters ?? {}).join(", ");
        refuse(`.parameters.${name}`, value, `must be one of ${known || "none: it has no parameters"}`);
      } else if (value < parameter.least || value > parameter.most) {
        refuse(`.parameters.${name}`, value, `must be ${parameter.least} to ${parameter.most}`);
      }
    }
    const { kind: _, file: __, ...settings } = file;
    specs.push({ ...USUAL_TRADER, ...settings, kind });
  }
  return specs;
}

async function kindIn(
  { kind, file }: TraderFile,
  locate: (file: string) => string,
  refuse: (field: string, value: unknown, rule: string) => void,
): Promise<TraderKind | undefined> {
  if ((kind === undefined) === (file === undefined)) {
    refuse("", { kind, file }, "must have one of kind and file");
    return undefined;
  }
  if (kind !== undefined) {
    const known = kindOf(kind);
    if (known === undefined) refuse(".kind", kind, `must be one of ${Object.keys(TRADER_KINDS).join(", ")}`);
    return known;
  }
  try {
    return await loadTrader(locate(file!));
  } catch (error) {
    if (!(error instanceof TraderFileError)) throw error;
    refuse(".file", file, `must be a trader: ${error.message}`);
    return undefined;
  }
}
