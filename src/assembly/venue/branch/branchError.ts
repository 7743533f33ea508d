/** A branch that cannot be made; the message names what was asked for and what there is. */
export class BranchError extends Error {
  override readonly name = "BranchError";
}
