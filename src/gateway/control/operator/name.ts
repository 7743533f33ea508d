import { invalidParameter, text } from "../../../wire/index.ts";
import { FIRST_OPERATOR } from "./roles.ts";

export const operatorName = text("1 to 64 letters, digits, '-', '_' and '.'.", 64);

/** Refuses what is no name of an operator that can be added, changed or removed. */
export function checkName(name: string): string {
  if (!/^[\w.-]+$/.test(name)) throw invalidParameter("name", "letters, digits, '-', '_' and '.' only");
  if (name === FIRST_OPERATOR)
    throw invalidParameter(
      "name",
      "admin has the venue's own token, which is set where the venue is started",
    );
  return name;
}
