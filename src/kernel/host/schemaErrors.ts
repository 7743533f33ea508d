import type { TSchema } from "typebox";
import type { TLocalizedValidationError } from "typebox/error";
import { Settings } from "typebox/system";
import Value from "typebox/value";

/**
 * Everything in which a value breaks a schema; nothing only if it follows it. (By itself TypeBox stops after
 * eight errors. What sums them up, such as the fields that an object must not have, comes after its parts, so
 * who looks for the sums would find none.) The parts of such a sum, "schema is false", are left out.
 */
export function schemaErrors(schema: TSchema, value: unknown): TLocalizedValidationError[] {
  const { maxErrors } = Settings.Get();
  Settings.Set({ maxErrors: Number.MAX_SAFE_INTEGER });
  try {
    return Value.Errors(schema, value).filter(({ keyword }) => keyword !== "boolean");
  } finally {
    Settings.Set({ maxErrors });
  }
}
