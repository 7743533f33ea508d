import Type from "typebox";
import { ACCOUNT_NAME } from "../../../assembly/venue/checkOptions.ts";
import type { AccountSpec } from "../../../assembly/venue/index.ts";
import type { LimitProfile } from "../../../service/gateway/index.ts";
import { LimitProfileSchema, readLimitProfile } from "../../../service/gateway/index.ts";
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
