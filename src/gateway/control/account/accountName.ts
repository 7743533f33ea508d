import { invalidParameter } from "../../../wire/index.ts";

/** Refuses a name that an account opened by an operator cannot have. */
export function checkedName(name: string, parameter: string): void {
  if (!/^[\w.-]+$/.test(name)) throw invalidParameter(parameter, "letters, digits, '-', '_' and '.' only");
  if (/^\d+$/.test(name))
    throw invalidParameter(parameter, "digits alone would be taken for an account's id");
}
