import { ROLE_ADMIN, ROLE_OPERATE, ROLE_READ } from "../../../core/index.ts";

/** What an operator may do, by its role's word; each may what those before it may. */
export const roles = { read: ROLE_READ, operate: ROLE_OPERATE, admin: ROLE_ADMIN };

export type Role = keyof typeof roles;

/** What a role is for, in words. */
export const roleMeanings: Readonly<Record<Role, string>> = {
  read: "reads",
  operate: "changes market, accounts and money",
  admin: "also makes keys and operators, and stops, resets or copies the venue",
};

/** Whoever has the venue's first token: an admin that is nobody's to remove. */
export const FIRST_OPERATOR = "admin";

/** Who asks. */
export interface Caller {
  readonly name: string;
  /** A ROLE_. */
  readonly role: number;
}
