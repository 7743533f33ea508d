import type { JsonObject } from "../../../interface/wire/index.ts";
import type { Authenticator, Signed, UnverifiedRequest } from "./authenticate.ts";
import type { SignedText } from "./authenticateQuery.ts";
import { authenticateText, freshKey, hexOf, keyName, used } from "./authenticateQuery.ts";
import { requestHashAt } from "./signature.ts";

const NOTHING = new Uint8Array(0);

/**
 * Verifies who sent a request as a message on a socket of the fapi dialect: the key that logged on there, or
 * else the key that signed the parameters. The signed text has all parameters but the signature, ordered by
 * name, as `name=value` joined by `&`, with the values as they were sent; some clients escape them. Failures
 * are those of {@link authenticateText}.
 *
 * @param fields the parameters
 */
export function authenticateMessage(
  authenticator: Authenticator,
  request: UnverifiedRequest,
  fields: JsonObject,
): Signed {
  const { loggedOn, id } = request.message!;
  const isSigned = fields["signature"] !== undefined && fields["signature"] !== "";
  if (!isSigned && loggedOn !== "" && keyName(request) === loggedOn) {
    const fresh = freshKey(authenticator, request, fields);
    const text = hexOf(`${loggedOn} ${id} ${Buffer.from(request.body).toString("utf8")}`);
    return used({ ...fresh, requestHash: requestHashAt(request.method, request.path, text) });
  }
  const pairs = pairsOf(request.body);
  const asSent = joined(pairs, (value) => value);
  const escaped = joined(pairs, encodeURIComponent);
  return authenticateText(
    authenticator,
    request,
    fields,
    escaped === asSent ? [textOf(asSent)] : [textOf(asSent), textOf(escaped)],
  );
}

function textOf(head: string): SignedText {
  return { head, body: NOTHING };
}

function joined(pairs: readonly (readonly [string, string])[], written: (value: string) => string): string {
  return pairs.map(([name, value]) => `${name}=${written(value)}`).join("&");
}

/** Parameters with their values as they were sent, by name. @param body JSON that was found well-formed */
function pairsOf(body: Uint8Array): readonly (readonly [string, string])[] {
  const parameters = JSON.parse(Buffer.from(body).toString("utf8"), numbersAsSent) as Record<string, unknown>;
  return Object.entries(parameters)
    .filter(([name]) => name !== "signature")
    .map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** A number as its source text: a double would write it in another way. */
const numbersAsSent = ((_: string, value: unknown, { source }: { readonly source: string }) =>
  typeof value === "number" ? source : value) as (name: string, value: unknown) => unknown;
