export { roles } from "../../../../interface/wire/control/words.ts";

/** The operator with the venue's first token: an admin whom nobody can remove. */
export const FIRST_OPERATOR = "admin";

/** Who asks. */
export interface Caller {
  readonly name: string;
  /** A ROLE_ code. */
  readonly role: number;
}
