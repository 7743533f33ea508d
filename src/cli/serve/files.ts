import Type from "typebox";
import type { LimitProfile } from "../../gateway/index.ts";
import type { AccountSpec } from "../../venue/index.ts";
import { readJsonFile } from "../readJsonFile.ts";

const strict = { additionalProperties: false } as const;

const Plain = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: "^[\\x21-\\x7e]+$" });

/** `--accounts FILE`: who exists when the venue is ready. */
const AccountsSchema = Type.Array(
  Type.Object(
    {
      name: Type.String({ pattern: "^(?!\\d+$)[A-Za-z0-9_.-]{1,64}$" }),
      /** USDT, a decimal. */
      balance: Type.Optional(Type.String({ pattern: "^\\d{1,15}(\\.\\d{1,8})?$" })),
      apiKey: Type.Optional(Plain(128)),
      secret: Type.Optional(Plain(256)),
      passphrase: Type.Optional(Plain(128)),
    },
    strict,
  ),
  { minItems: 1, maxItems: 100_000 },
);

const Budget = Type.Object(
  { max: Type.Integer({ minimum: 1 }), windowMs: Type.Integer({ minimum: 1 }) },
  strict,
);

/** `--limits FILE`: a budget that is left out is no limit. */
const LimitsSchema = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 64 }),
    ipWeight: Type.Optional(Budget),
    uidWeight: Type.Optional(Budget),
    perOperation: Type.Optional(Budget),
    placements: Type.Optional(Budget),
    cancels: Type.Optional(Budget),
    connections: Type.Optional(Budget),
  },
  strict,
);

export function readAccounts(path: string): Promise<readonly AccountSpec[]> {
  return readJsonFile("--accounts", path, AccountsSchema);
}

export async function readLimits(path: string): Promise<LimitProfile> {
  const { name, ipWeight, uidWeight, perOperation, placements, cancels, connections } = await readJsonFile(
    "--limits",
    path,
    LimitsSchema,
  );
  return { name, ipWeight, uidWeight, perOperation, placements, cancels, connections };
}
