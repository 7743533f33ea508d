/** The longest id that is echoed. */
export const ID_CHARS_MAX = 64;
export const ID_RULE = `a number, or a text of at most ${ID_CHARS_MAX} characters`;

/** A message as it was sent; ids are their source text, which a double may not hold. */
export interface Message {
  readonly method?: unknown;
  readonly params?: unknown;
  readonly id?: unknown;
}

/**
 * Reads a request; `undefined` where the message is no JSON object.
 *
 * @param isAsSent whether a number of this name stays its source text
 */
export function readMessage(
  message: Uint8Array,
  isAsSent = (name: string): boolean => name === "id",
): Message | undefined {
  const revive = (name: string, value: unknown, { source }: { readonly source: string }): unknown =>
    typeof value === "number" && isAsSent(name) ? JSON.rawJSON(source) : value;
  try {
    const fields: unknown = JSON.parse(Buffer.from(message).toString("utf8"), revive as Revive);
    return typeof fields === "object" && fields !== null && !Array.isArray(fields) ? fields : undefined;
  } catch {
    return undefined;
  }
}

/** A reviver, as the types have it: without its third argument, which has the source text. */
type Revive = (name: string, value: unknown) => unknown;

/** The echo of an id, null where there is none; `undefined` for an id that is not allowed. */
export function echoOf(id: unknown): unknown {
  if (id === undefined || id === null) return null;
  const text = typeof id === "string" ? id : JSON.isRawJSON(id) ? id.rawJSON : undefined;
  return text !== undefined && text.length <= ID_CHARS_MAX ? id : undefined;
}
