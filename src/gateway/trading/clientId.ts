import type { Parameter } from "../../wire/index.ts";
import { invalidParameter, text } from "../../wire/index.ts";

export const CLIENT_ID_MAX = 40;
const CLIENT_ID = /^[A-Za-z0-9_.:/-]{1,40}$/;

/**
 * A client's own id of an order: at most 40 characters out of letters, digits and `_ - . : /`. Where a client gives none
 * the venue assigns the order's id.
 */
export const clientIdParameter: Parameter<string> = {
  ...text(`Own id: at most ${CLIENT_ID_MAX} letters, digits or _ - . : /`, CLIENT_ID_MAX),
  read(value, name) {
    if (typeof value === "string" && CLIENT_ID.test(value)) return value;
    throw invalidParameter(name, `at most ${CLIENT_ID_MAX} letters, digits or _ - . : /`, "clientIdInvalid");
  },
};
