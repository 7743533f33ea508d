import type { ErrorName, WireError } from "../errors.ts";
import { directedCode, errorTexts } from "../errors.ts";
import type { WireProfile } from "../profile.ts";
import { wireProfiles } from "../profile.ts";

/**
 * Code, HTTP status and, where it differs, the text of each error in V3. Codes are numbers on the wire.
 * Without a code the answer has the form of the server in front of the interface: status and path, no code.
 */
interface ErrorForm {
  readonly code: number | undefined;
  readonly status: number;
  readonly text?: string;
}

export const errors: Readonly<Record<ErrorName, ErrorForm>> = {
  keyMissing: { code: -1040, status: 401, text: "Header ACCESS-KEY cannot be empty." },
  signMissing: { code: -1041, status: 401, text: "Header ACCESS-SIGN cannot be empty." },
  timestampMissing: { code: -1042, status: 401, text: "Header ACCESS-TIMESTAMP cannot be empty." },
  timestampInvalid: { code: -1043, status: 401, text: "Invalid ACCESS_TIMESTAMP." },
  keyUnknown: { code: -1044, status: 401, text: "Invalid ACCESS_KEY." },
  contentTypeInvalid: { code: -1045, status: 400, text: "Invalid Content-Type: use application/json." },
  timestampExpired: { code: -1046, status: 401, text: "ACCESS_TIMESTAMP expired." },
  signatureWrong: { code: -1047, status: 401, text: "API authentication failed." },
  passphraseMissing: { code: -1049, status: 401, text: "Header ACCESS-PASSPHRASE cannot be empty." },
  passphraseWrong: { code: -1049, status: 401, text: "API key or passphrase is incorrect." },
  accountFrozen: { code: -1050, status: 403 },
  permissionMissing: { code: -1053, status: 403 },
  /**
   * The market's refusals travel as an error of the system, in words that clients read. Its status:
   * {@link statusOf}.
   */
  refused: { code: -1054, status: 400 },
  parameterMissing: { code: -1141, status: 400 },
  bodyMalformed: { code: -1135, status: 400 },
  requestMalformed: { code: -1140, status: 400 },
  addressRefused: { code: -1056, status: 403 },
  parameterBlank: { code: -1141, status: 400 },
  parameterInvalid: { code: -1142, status: 400 },
  combinationInvalid: { code: -1128, status: 400 },
  timeInForceInvalid: { code: -1115, status: 400 },
  orderTypeInvalid: { code: -1116, status: 400 },
  sideInvalid: { code: -1117, status: 400 },
  precisionExceeded: { code: -1160, status: 400 },
  timeSpanTooLong: { code: -1170, status: 400 },
  timesReversed: { code: -1171, status: 400 },
  clientIdInvalid: { code: -1180, status: 400 },
  clientIdTaken: { code: -1180, status: 400 },
  sizeTooLarge: { code: -3007, status: 400 },
  permissionInsufficient: { code: -1052, status: 403 },
  apiRestricted: { code: -1051, status: 403 },
  batchTooLarge: { code: -1140, status: 400 },
  orderNotFound: { code: -3200, status: 400, text: "Order does not exist." },
  leverageTooHigh: { code: -3313, status: 400 },
  placementForbidden: { code: -1052, status: 403 },
  pairClosed: { code: -3235, status: 403 },
  cancelNotFound: { code: -3200, status: 400, text: "Order does not exist." },
  handshakeRefused: { code: undefined, status: 403 },
  upgradeRequired: { code: undefined, status: 426 },
  versionRetired: { code: undefined, status: 410 },
  pathNotFound: { code: undefined, status: 404 },
  dialectOff: { code: undefined, status: 404 },
  methodNotAllowed: { code: -1150, status: 405 },
  bodyTooLarge: { code: undefined, status: 413 },
  hostRefused: { code: undefined, status: 421 },
  rateLimited: { code: undefined, status: 429 },
  unavailable: { code: undefined, status: 503 },
  internal: { code: -1000, status: 500 },
};

/** The code of an error as V3 says it; undefined for what has none. */
export function codeOf(error: WireError): number | undefined {
  return directedCode(error) ?? errors[error.kind].code;
}

/** The HTTP status of an error; of the market's refusals it is the profile's. */
export function statusOf(kind: ErrorName, profile: WireProfile = wireProfiles.seed): number {
  return kind === "refused" ? Number(profile.marketRefusals) : errors[kind].status;
}

/**
 * What an error says in V3: its own words for parameters and headers, then the detail that the refusal adds.
 */
export function errorText({ kind, message, parameter }: WireError): string {
  if (parameter !== undefined) {
    const { name, rule } = parameter;
    if (kind === "parameterMissing" || kind === "parameterBlank")
      return `Parameter '${name}' cannot be empty.`;
    return rule === undefined ? `Parameter '${name}' is invalid.` : `Parameter '${name}' is invalid. ${rule}`;
  }
  // Where a refusal of the market has a code of its own, the engine's status name is not in front of it.
  if (kind === "clientIdTaken" || kind === "sizeTooLarge") return message.replace(/^[A-Z_]+: /, "");
  const { text } = errors[kind];
  const general = errorTexts[kind];
  if (text === undefined || !message.startsWith(general)) return message;
  const detail = message.slice(general.length);
  return detail === "" ? text : text.replace(/\.$/, "") + detail;
}
