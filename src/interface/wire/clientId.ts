import { invalidParameter } from "./errors.ts";
import type { Parameter } from "./parameter.ts";
import { text } from "./parameter.ts";

const CLIENT_ID = /^[A-Za-z0-9_.:/-]+$/;

/**
 * A client's own id of an order, made of letters, digits and `_ - . : /`. If a client gives none, the order's
 * id takes its place.
 */
export function clientId(lengthMax: number): Parameter<string> {
  const rule = `at most ${lengthMax} letters, digits or _ - . : /`;
  return {
    ...text(`Own id: ${rule}`, lengthMax),
    read(value, name) {
      if (typeof value === "string" && value.length <= lengthMax && CLIENT_ID.test(value)) return value;
      throw invalidParameter(name, rule, "clientIdInvalid");
    },
  };
}
