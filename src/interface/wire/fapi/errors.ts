import type { ErrorName } from "../errors.ts";
import { directedCode, errorTexts, WireError } from "../errors.ts";
import { refusals } from "./refusals.ts";

/**
 * Code and HTTP status of an error, and the phrase that clients look for; without one the error's own
 * sentence is all.
 */
interface ErrorForm {
  readonly code: number;
  readonly status: number;
  readonly text?: string;
  /** Clients compare the whole text: nothing is added to it. */
  readonly isExact?: true;
}

const MANDATORY = "Mandatory parameter '{name}' was not sent, was empty/null, or malformed.";
const REJECTED_KEY = "Invalid API-key, IP, or permissions for action.";

export const errors: Readonly<Record<ErrorName, ErrorForm>> = {
  keyMissing: { code: -2014, status: 401, text: "API-key format invalid." },
  signMissing: { code: -1102, status: 400, text: MANDATORY.replace("{name}", "signature") },
  timestampMissing: { code: -1102, status: 400, text: MANDATORY.replace("{name}", "timestamp") },
  timestampInvalid: { code: -1102, status: 400, text: MANDATORY.replace("{name}", "timestamp") },
  keyUnknown: { code: -2015, status: 401, text: REJECTED_KEY },
  contentTypeInvalid: { code: -1000, status: 400 },
  timestampExpired: { code: -1021, status: 400 },
  signatureWrong: { code: -1022, status: 400, text: "Signature for this request is not valid." },
  passphraseMissing: { code: -2015, status: 401, text: REJECTED_KEY },
  passphraseWrong: { code: -2015, status: 401, text: REJECTED_KEY },
  accountFrozen: { code: -2015, status: 401, text: REJECTED_KEY },
  permissionMissing: { code: -2015, status: 401, text: REJECTED_KEY },
  refused: { code: -2010, status: 400 },
  parameterMissing: { code: -1102, status: 400, text: MANDATORY },
  bodyMalformed: { code: -1102, status: 400 },
  requestMalformed: { code: -1101, status: 400 },
  addressRefused: { code: -2015, status: 401, text: REJECTED_KEY },
  parameterBlank: { code: -1102, status: 400, text: MANDATORY },
  parameterInvalid: { code: -1130, status: 400, text: "Data sent for parameter '{name}' is not valid." },
  combinationInvalid: { code: -1128, status: 400, text: "Combination of optional parameters invalid." },
  timeInForceInvalid: { code: -1115, status: 400, text: "Invalid timeInForce." },
  orderTypeInvalid: { code: -1116, status: 400, text: "Invalid orderType." },
  sideInvalid: { code: -1117, status: 400, text: "Invalid side." },
  precisionExceeded: {
    code: -1111,
    status: 400,
    text: "Precision is over the maximum defined for this asset.",
  },
  timeSpanTooLong: { code: -1127, status: 400, text: "Lookup interval is too big." },
  timesReversed: { code: -1128, status: 400, text: "Combination of optional parameters invalid." },
  clientIdInvalid: { code: -4015, status: 400, text: "Client order id is not valid." },
  clientIdTaken: { code: -4116, status: 400, text: "ClientOrderId is duplicated." },
  sizeTooLarge: { code: -4005, status: 400, text: "Quantity greater than max quantity." },
  permissionInsufficient: { code: -2015, status: 401, text: REJECTED_KEY },
  apiRestricted: { code: -2015, status: 401, text: REJECTED_KEY },
  batchTooLarge: { code: -4032, status: 400, text: "Exceed maximum cancel order size." },
  orderNotFound: { code: -2013, status: 400, text: "Order does not exist.", isExact: true },
  leverageTooHigh: { code: -4028, status: 400, text: "Leverage is not valid." },
  placementForbidden: { code: -2015, status: 401, text: REJECTED_KEY },
  pairClosed: { code: -4140, status: 400, text: "Invalid symbol status for opening position." },
  cancelNotFound: { code: -2011, status: 400, text: "Unknown order sent.", isExact: true },
  handshakeRefused: { code: -1000, status: 403 },
  upgradeRequired: { code: -5000, status: 426 },
  versionRetired: { code: -5000, status: 410 },
  pathNotFound: { code: -5000, status: 404 },
  dialectOff: { code: -5000, status: 404 },
  methodNotAllowed: { code: -5000, status: 404 },
  bodyTooLarge: { code: -1101, status: 413 },
  hostRefused: { code: -1000, status: 421 },
  rateLimited: { code: -1003, status: 429 },
  unavailable: { code: -1008, status: 503 },
  internal: { code: -1001, status: 500 },
};

/** A refusal that only this dialect makes, or makes under a code of its own. */
export class FapiError extends WireError {
  readonly code: number;

  /** @param text as a client sees it */
  constructor(code: number, text: string) {
    super("refused", text);
    this.code = code;
  }
}

export function invalidSymbol(): FapiError {
  return new FapiError(-1121, "Invalid symbol.");
}

export function statusOf({ rule, kind }: WireError): number {
  return refusals[rule]?.status ?? errors[kind].status;
}

export function codeOf(error: WireError): number {
  if (error instanceof FapiError) return error.code;
  return directedCode(error) ?? refusals[error.rule]?.code ?? errors[error.kind].code;
}

/** The phrase that clients look for, and behind it what else there is to say. */
export function errorText(error: WireError): string {
  const { kind, message, rule, parameter } = error;
  if (error instanceof FapiError || directedCode(error) !== undefined) return message;
  const { text, isExact }: ErrorForm = { ...errors[kind], ...refusals[rule] };
  if (text === undefined) return message;
  const phrase = text.replace("{name}", parameter?.name ?? "");
  if (isExact) return phrase;
  const detail = parameter === undefined ? detailOf(error) : sentenceOf(parameter.name, parameter.rule, text);
  if (detail === "" || detail === phrase) return phrase;
  return phrase.endsWith(".") ? `${phrase} ${detail}` : `${phrase}: ${detail}`;
}

/** A parameter's rule, with its name where the phrase does not say it. */
function sentenceOf(name: string, rule: string | undefined, phrase: string): string {
  if (phrase.includes("{name}")) return rule ?? "";
  return rule === undefined ? name : `${name}: ${rule}`;
}

/** What a message says beyond the words that V2 has for its kind, and the engine's status name. */
function detailOf({ kind, message }: WireError): string {
  const general = errorTexts[kind];
  const detail = message.startsWith(general) ? message.slice(general.length) : message;
  return detail.replace(/^(?::\s*|[A-Z_]+: )/, "");
}
