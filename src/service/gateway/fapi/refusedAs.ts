import { FapiError } from "../../../interface/wire/fapi/errors.ts";
import type { RuleForm } from "../../../interface/wire/fapi/refusals.ts";
import { WireError } from "../../../interface/wire/index.ts";

/** What refusals of the core are called in one operation alone, by their rules. */
export type Forms = Readonly<Record<string, RuleForm>>;

/** What work comes to; a refusal that the operation has a form of its own for is refused in that. */
export async function refusedAs<T>(forms: Forms, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    const form = cause instanceof WireError ? forms[cause.rule] : undefined;
    if (form === undefined) throw cause;
    const { message, rule, cause: market } = cause as WireError;
    const refused = new FapiError(form.code, `${form.text} ${message.replace(/^[A-Z_]+: /, "")}`);
    refused.rule = rule;
    refused.cause = market;
    throw refused;
  }
}
