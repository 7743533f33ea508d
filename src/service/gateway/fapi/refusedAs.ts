import { FapiError } from "../../../interface/wire/fapi/errors.ts";
import type { RuleForm } from "../../../interface/wire/fapi/refusals.ts";
import { WireError } from "../../../interface/wire/index.ts";

/** Refusals of the core that one operation answers in a form of its own, by their rules. */
export type Forms = Readonly<Record<string, RuleForm>>;

/** Waits for work; a refusal that has a form in `forms` is thrown in that form. */
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
