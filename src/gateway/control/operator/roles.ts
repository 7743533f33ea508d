import type { Role } from "../../../wire/control/words.ts";

export type { Role } from "../../../wire/control/words.ts";
export { roles } from "../../../wire/control/words.ts";

/** What a role is for, in words. */
export const roleMeanings: Readonly<Record<Role, string>> = {
  read: "reads",
  operate: "changes market, accounts and money",
  admin: "also makes keys and operators, and stops, resets or copies the venue",
};

/** The operator with the venue's first token: an admin whom nobody can remove. */
export const FIRST_OPERATOR = "admin";

/** Who asks. */
export interface Caller {
  readonly name: string;
  /** A ROLE_. */
  readonly role: number;
}
