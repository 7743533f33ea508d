import Type from "typebox";
import { ACCOUNT_NAME } from "../../../assembly/venue/checkOptions.ts";
import type { AccountSpec } from "../../../assembly/venue/index.ts";
import { readTime } from "../../../kernel/host/instant.ts";
import type { LimitProfile, Sunset } from "../../../service/gateway/index.ts";
import {
  LimitProfileSchema,
  readLimitProfile,
  SEED_SUNSET,
  sunsetRehearsal,
} from "../../../service/gateway/index.ts";
import { usage } from "../exitCodes.ts";
import { readJsonFile } from "../readJsonFile.ts";

const strict = { additionalProperties: false } as const;

const Plain = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: "^[\\x21-\\x7e]+$" });

/** `--accounts FILE`: accounts that exist when the venue is ready. */
const AccountsSchema = Type.Array(
  Type.Object(
    {
      name: Type.String({ pattern: ACCOUNT_NAME.source }),
      /** Money that it begins with, in USDT, a decimal. */
      balance: Type.Optional(Type.String({ pattern: "^\\d{1,15}(\\.\\d{1,8})?$" })),
      apiKey: Type.Optional(Plain(128)),
      secret: Type.Optional(Plain(256)),
      passphrase: Type.Optional(Plain(128)),
      positionMode: Type.Optional(Type.Union([Type.Literal("hedge"), Type.Literal("one-way")])),
    },
    strict,
  ),
  { minItems: 1, maxItems: 100_000 },
);

export function readAccounts(path: string): Promise<readonly AccountSpec[]> {
  return readJsonFile("--accounts", path, AccountsSchema);
}

/** Reads `--limits FILE`. */
export async function readLimits(path: string): Promise<LimitProfile> {
  return readLimitProfile(await readJsonFile("--limits", path, LimitProfileSchema));
}

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
