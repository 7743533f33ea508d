import { invalidParameter } from "../../../wire/index.ts";
import { FIRST_OPERATOR } from "./roles.ts";

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
