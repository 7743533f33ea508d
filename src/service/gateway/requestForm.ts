import type { JsonObject } from "../../interface/wire/index.ts";
import { takesBody } from "../../interface/wire/index.ts";
import type { VersionName } from "./apiVersion.ts";
import type { Authenticator, Signed, UnverifiedRequest } from "./auth/authenticate.ts";
import { authenticate } from "./auth/authenticate.ts";
import { authenticateMessage } from "./auth/authenticateMessage.ts";
import { authenticateQuery, identify } from "./auth/authenticateQuery.ts";
import { type Form, parseBody, parseForm, parseQuery } from "./http/json.ts";
import type { HeadersRead, RequestHead } from "./http/requestHead.ts";
import type { Operation } from "./operation.ts";

/** How requests of a version are read: their parameters, and who signed them. */
export interface RequestForm {
  /** Whether a body of that `Content-Type` is read. */
  takes(contentType: string | undefined): boolean;
  /** The parameters of query or body, before they are checked. */
  fieldsOf(operation: Operation, query: string, body: Uint8Array): JsonObject;
  /** Its signature as it was sent; "" for one without. */
  signatureOf(headers: HeadersRead, fields: JsonObject): string;
  /** Verifies who sent the request. @returns the fields too, where they had to be read for that */
  verify(authenticator: Authenticator, operation: Operation, request: UnverifiedRequest): Verified;
}

export interface Verified extends Signed {
  readonly fields?: JsonObject;
}

/** Signed by headers; a GET has its parameters in the query, other requests in a JSON body. */
const byHeaders: RequestForm = {
  takes: (contentType) =>
    contentType === "application/json" || /^application\/json\s*(;|$)/i.test(contentType ?? ""),
  fieldsOf: (operation, query, body) => (takesBody(operation) ? parseBody(body) : parseQuery(query)),
  signatureOf: (headers) => String(headers["access-sign"] ?? ""),
  verify: (authenticator, _, request) => authenticate(authenticator, request),
};

/**
 * Signed by a parameter; parameters are in the query or in a body of any kind.
 *
 * @param authenticated verifies the signature
 */
const byParameter = (authenticated: typeof authenticateQuery): RequestForm => ({
  takes: () => true,
  fieldsOf: ({ parameters }, query, body) => parseForm(query, body, namesIn(parameters)),
  signatureOf: (_, { signature = "" }) => String(signature),
  verify(authenticator, operation, request) {
    if (operation.keyOnly) return identify(authenticator, request);
    const fields = parseForm(request.query, request.body, namesIn(operation.parameters));
    return { ...authenticated(authenticator, request, fields), fields };
  },
});

/** As a message on a socket: parameters are the JSON of its body. */
const byMessage = byParameter(authenticateMessage);

const ofVersion: Readonly<Record<VersionName, RequestForm>> = {
  V2: byHeaders,
  V3: byHeaders,
  fapi: byParameter(authenticateQuery),
};

/** The form of a request to an operation. */
export function formOf({ api }: Operation, { message }: Pick<RequestHead, "message">): RequestForm {
  return message === undefined ? ofVersion[api.name] : byMessage;
}

const forms = new WeakMap<object, Form>();

/** The names of parameters that reading a form needs. */
function namesIn(parameters: Operation["parameters"]): Form {
  let form = forms.get(parameters);
  if (form === undefined) {
    const isList = ([, { schema }]: [string, { readonly schema: { readonly type?: string } }]) =>
      schema.type === "array";
    const names = Object.keys(parameters);
    form = {
      lists: Object.entries(parameters)
        .filter(isList)
        .map(([name]) => name),
      spelled: names
        .map((name) => [name.toLowerCase(), name] as const)
        .filter(([small, name]) => small !== name),
    };
    forms.set(parameters, form);
  }
  return form;
}
