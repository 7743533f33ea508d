import type { Static } from "typebox";
import Type from "typebox";
import Value from "typebox/value";
import { schemaErrors } from "../../../kernel/host/schemaErrors.ts";
import type { LimitProfile } from "./profile.ts";
import { unlimited } from "./profile.ts";

const strict = { additionalProperties: false } as const;

const Budget = Type.Object(
  {
    max: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
    windowMs: Type.Integer({ minimum: 1, maximum: 86_400_000 }),
  },
  strict,
);
const optionalBudget = Type.Optional(Budget);
const surfaceBudgets = {
  ipWeight: optionalBudget,
  uidWeight: optionalBudget,
  perOperation: optionalBudget,
  placements: optionalBudget,
  cancels: optionalBudget,
};

/** A limits file: a budget that is left out is no limit. docs/reference/rest-v2.md, Limits */
export const LimitProfileSchema = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 64,
      pattern: "^(?!(?:seed|published|off)$)[A-Za-z0-9_.-]+$",
    }),
    ...surfaceBudgets,
    v3: Type.Optional(Type.Object(surfaceBudgets, strict)),
    fapi: Type.Optional(
      Type.Object(
        {
          ...surfaceBudgets,
          burst: optionalBudget,
          refusedMax: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
          sockets: Type.Optional(
            Type.Object(
              {
                channels: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
                messages: optionalBudget,
              },
              strict,
            ),
          ),
        },
        strict,
      ),
    ),
    connections: optionalBudget,
    loopback: Type.Optional(Type.Enum(["exempt", "counted"])),
    sockets: Type.Optional(
      Type.Object(
        {
          concurrent: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
          channels: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
          operations: optionalBudget,
        },
        strict,
      ),
    ),
    spot: Type.Optional(
      Type.Object(
        {
          placements: optionalBudget,
          cancels: Type.Optional(Type.Array(Budget, { minItems: 1, maxItems: 8 })),
        },
        strict,
      ),
    ),
  },
  strict,
);

/** A limits file with an invalid value. */
export class LimitProfileError extends Error {
  override readonly name = "LimitProfileError";
}

/**
 * The limits in the JSON of a limits file.
 *
 * @throws LimitProfileError naming the path and the rule of everything that is wrong
 */
export function readLimitProfile(json: unknown): LimitProfile {
  if (!Value.Check(LimitProfileSchema, json)) {
    const problems = schemaErrors(LimitProfileSchema, json).map(
      ({ instancePath, message }) => `${instancePath === "" ? "the file" : instancePath.slice(1)} ${message}`,
    );
    throw new LimitProfileError([...new Set(problems)].join("; "));
  }
  const file = json as Static<typeof LimitProfileSchema>;
  const { connections, v3, fapi } = file;
  return {
    ...{ ...unlimited, connections, ...file },
    ...(v3 && { v3: { ...unlimited, ...v3 } }),
    ...(fapi && { fapi: { ...unlimited, ...fapi } }),
  } as LimitProfile;
}
