import type { ErrorName, WireError } from "../errors.ts";
import { directedCode } from "../errors.ts";

/**
 * Code and HTTP status of each error in V2. Codes are strings on the wire. `refused` is every refusal of the
 * matching engine that has no error of its own here.
 */
export const errors: Readonly<Record<ErrorName, { readonly code: string; readonly status: number }>> = {
  keyMissing: { code: "40001", status: 400 },
  signMissing: { code: "40002", status: 400 },
  timestampMissing: { code: "40003", status: 400 },
  timestampInvalid: { code: "40005", status: 400 },
  keyUnknown: { code: "40006", status: 400 },
  contentTypeInvalid: { code: "40007", status: 400 },
  timestampExpired: { code: "40008", status: 400 },
  signatureWrong: { code: "40009", status: 400 },
  passphraseMissing: { code: "40011", status: 400 },
  passphraseWrong: { code: "40012", status: 400 },
  accountFrozen: { code: "40013", status: 400 },
  permissionMissing: { code: "40014", status: 400 },
  refused: { code: "40015", status: 400 },
  parameterMissing: { code: "40017", status: 400 },
  bodyMalformed: { code: "40017", status: 400 },
  requestMalformed: { code: "40017", status: 400 },
  addressRefused: { code: "40018", status: 400 },
  parameterBlank: { code: "40019", status: 400 },
  parameterInvalid: { code: "40020", status: 400 },
  combinationInvalid: { code: "40020", status: 400 },
  timeInForceInvalid: { code: "40020", status: 400 },
  orderTypeInvalid: { code: "40020", status: 400 },
  sideInvalid: { code: "40020", status: 400 },
  precisionExceeded: { code: "40020", status: 400 },
  timeSpanTooLong: { code: "40020", status: 400 },
  timesReversed: { code: "40020", status: 400 },
  clientIdInvalid: { code: "40020", status: 400 },
  clientIdTaken: { code: "40015", status: 400 },
  sizeTooLarge: { code: "40015", status: 400 },
  permissionInsufficient: { code: "40022", status: 403 },
  apiRestricted: { code: "40753", status: 400 },
  batchTooLarge: { code: "40912", status: 400 },
  orderNotFound: { code: "50005", status: 400 },
  leverageTooHigh: { code: "50007", status: 400 },
  placementForbidden: { code: "-1052", status: 403 },
  pairClosed: { code: "-1052", status: 403 },
  cancelNotFound: { code: "-1054", status: 400 },
  handshakeRefused: { code: "403", status: 403 },
  upgradeRequired: { code: "426", status: 426 },
  versionRetired: { code: "410", status: 410 },
  pathNotFound: { code: "404", status: 404 },
  dialectOff: { code: "404", status: 404 },
  methodNotAllowed: { code: "405", status: 405 },
  bodyTooLarge: { code: "413", status: 413 },
  hostRefused: { code: "421", status: 421 },
  rateLimited: { code: "429", status: 429 },
  unavailable: { code: "503", status: 503 },
  internal: { code: "500", status: 500 },
};

/** The code of an error in V2: the one that an operator's directive gave the refusal, if one did. */
export function codeOf(error: WireError): string {
  return String(directedCode(error) ?? errors[error.kind].code);
}
