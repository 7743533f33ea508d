import type { ErrorName } from "../../../interface/wire/index.ts";
import { errorTexts, fapi, takesBody, v2, v3 } from "../../../interface/wire/index.ts";
import type { VersionName } from "../apiVersion.ts";
import type { Operation } from "../operation.ts";

/**
 * The errors that a request which names its key may get before its operation is reached, in the order of the
 * checks.
 */
const SIGNED: readonly ErrorName[] = [
  "keyMissing",
  "signMissing",
  "timestampMissing",
  "passphraseMissing",
  "timestampInvalid",
  "keyUnknown",
  "timestampExpired",
  "passphraseWrong",
  "signatureWrong",
  "addressRefused",
  "apiRestricted",
];

/**
 * The same for the fapi dialect; and of these, the errors of requests that name a key and need no signature.
 */
const SIGNED_BY_QUERY: readonly ErrorName[] = [
  "keyMissing",
  "signMissing",
  "timestampMissing",
  "keyUnknown",
  "addressRefused",
  "timestampExpired",
  "signatureWrong",
  "apiRestricted",
];
const KEY_ONLY: readonly ErrorName[] = ["keyMissing", "keyUnknown", "addressRefused", "apiRestricted"];

/** An error as the documents show it. */
interface ErrorForm {
  readonly status: number;
  readonly code: string | number | undefined;
  readonly text?: string;
}

/** The errors of a version. */
interface VersionErrors {
  readonly errors: Readonly<Record<ErrorName, ErrorForm>>;
  readonly form: string;
  /** The errors that a signed request may get before its operation is reached. */
  readonly signed: readonly ErrorName[];
}

const versions: Readonly<Record<VersionName, VersionErrors>> = {
  V2: { errors: v2.errors, form: "ErrorV2", signed: SIGNED },
  V3: { errors: v3.errors, form: "ErrorV3", signed: SIGNED },
  fapi: { errors: fapi.errors, form: "ErrorFapi", signed: SIGNED_BY_QUERY },
};

const PARAMETERS: readonly ErrorName[] = [
  "parameterMissing",
  "parameterBlank",
  "parameterInvalid",
  "requestMalformed",
];

/** The errors that an operation may answer with, as far as its declaration shows. */
function errorsOf(operation: Operation): readonly ErrorName[] {
  const { access, path, parameters, orders } = operation;
  const isPlacement = access === "place";
  const found: ErrorName[] = ["rateLimited", "unavailable", "internal"];
  if (access !== "public")
    found.push(...(operation.keyOnly ? KEY_ONLY : versions[operation.api.name].signed));
  if (access !== "public" && access !== "read") found.push("accountFrozen", "refused");
  if (isPlacement)
    found.push("placementForbidden", "pairClosed", "clientIdInvalid", "clientIdTaken", "sizeTooLarge");
  else if (access !== "public") found.push("permissionInsufficient");
  if (Object.keys(parameters).length > 0) found.push(...PARAMETERS);
  if (takesBody(operation)) found.push("contentTypeInvalid", "bodyMalformed", "bodyTooLarge");
  if (orders?.family === "cancel") found.push("cancelNotFound");
  if (orders?.max !== undefined) found.push("batchTooLarge");
  if ("startTime" in parameters || "createDate" in parameters) found.push("timeSpanTooLong", "timesReversed");
  if (path.endsWith("/leverage")) found.push("leverageTooHigh");
  if ("orderId" in parameters && orders === undefined) found.push("orderNotFound");
  return found;
}

/** The error answers of an operation by status, each with its codes and what they mean. */
export function errorResponses(operation: Operation): Record<string, object> {
  const { errors, form } = versions[operation.api.name];
  const byStatus = new Map<number, Map<string, Set<string>>>();
  for (const name of errorsOf(operation)) {
    const { status, code, text = errorTexts[name] } = errors[name];
    const codes = byStatus.get(status) ?? new Map<string, Set<string>>();
    byStatus.set(status, codes);
    const key = code === undefined ? "without a code" : String(code);
    codes.set(key, (codes.get(key) ?? new Set()).add(text));
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => [
        String(status),
        {
          description: [...codes]
            .sort(byNumber)
            .map(([code, texts]) => `- ${code}: ${[...texts].join("; ")}`)
            .join("\n"),
          ...(status === 429 && { headers: RETRY_AFTER }),
          content: { "application/json": { schema: { $ref: `#/components/schemas/${form}` } } },
        },
      ]),
  );
}

/** Orders errors by the number of the code, whatever its sign; errors without a code come last. */
function byNumber([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return (Math.abs(Number(a)) || Number.MAX_VALUE) - (Math.abs(Number(b)) || Number.MAX_VALUE);
}

const RETRY_AFTER = {
  "Retry-After": { description: "Seconds until the budget is there again", schema: { type: "integer" } },
};

/** The forms of errors, for the document's components. */
export const errorSchemas = {
  ErrorV2: {
    type: "object",
    description:
      "An error of V2, and of control. Texts follow the header `locale`; codes and parsed phrases do not.",
    required: ["code", "msg", "data"],
    properties: {
      code: { type: "string", examples: ["40020"] },
      msg: { type: "string", examples: ["Parameter symbol is invalid"] },
      requestTime: { type: "integer", description: "Market time, Unix ms" },
      data: { type: "null" },
    },
  },
  ErrorV3: {
    description: "An error of V3: of the interface, or, without a code, of the server in front of it.",
    anyOf: [
      {
        type: "object",
        required: ["code", "msg"],
        properties: {
          code: { type: "integer", examples: [-1142] },
          msg: { type: "string", examples: ["Parameter 'symbol' is invalid."] },
        },
      },
      {
        type: "object",
        required: ["timestamp", "status", "error", "path"],
        properties: {
          timestamp: { type: "integer", description: "Market time, Unix ms" },
          status: { type: "integer", examples: [429] },
          error: { type: "string", examples: ["Too Many Requests"] },
          path: { type: "string" },
          message: { type: "string" },
        },
      },
    ],
  },
  ErrorFapi: {
    type: "object",
    description: "An error of the fapi dialect.",
    required: ["code", "msg"],
    properties: {
      code: { type: "integer", examples: [-1121] },
      msg: { type: "string", examples: ["Invalid symbol."] },
    },
  },
} as const;
