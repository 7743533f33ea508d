import { readTime } from "../../../kernel/host/instant.ts";
import type { Sunset } from "../../../service/gateway/index.ts";
import { SEED_SUNSET, sunsetRehearsal } from "../../../service/gateway/index.ts";
import { usage } from "../exitCodes.ts";

/**
 * The sunset that `--sunset` announces: the interface document's own, or one on a given day; false without
 * the option.
 */
export function sunsetOf(given: boolean | string | undefined): boolean | Sunset {
  if (typeof given !== "string") return given === true;
  const date = instant("--sunset", given);
  return { ...SEED_SUNSET, deprecated: Math.min(SEED_SUNSET.deprecated, date), date };
}

/** The end of V2 that `--retire-v2` rehearses. */
export function retirementOf(given: string): Sunset {
  return sunsetRehearsal(instant("--retire-v2", given));
}

/** A moment from an option: ISO 8601, or Unix ms. */
function instant(option: string, text: string): number {
  const time = readTime(text);
  if (time === undefined) throw usage(`${option} is a time such as 2026-09-30T00:00:00Z, got '${text}'`);
  return time;
}
