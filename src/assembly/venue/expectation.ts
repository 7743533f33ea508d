import { isDecimal } from "../../interface/wire/index.ts";

/** "> 0.5": a decimal, on this side of another one. */
const COMPARISON = /^(>=|<=|>|<) (\S+)$/;

/**
 * Where an answer is not what was wanted, in words; `undefined`: it is. Of an object the wanted fields are
 * looked at, of a list each element; a decimal is what it is worth ("1.0" is 1), and "> 0.5", ">= …", "< …",
 * "<= …" compare it.
 */
export function differenceOf(got: unknown, wanted: unknown, path = ""): string | undefined {
  if (isObject(wanted)) {
    if (!isObject(got)) return mismatch(got, wanted, path);
    return firstOf(Object.entries(wanted), ([name, value]) =>
      differenceOf(got[name], value, joined(path, name)),
    );
  }
  if (Array.isArray(wanted)) {
    if (!Array.isArray(got)) return mismatch(got, wanted, path);
    if (got.length !== wanted.length) return mismatch(got.length, wanted.length, joined(path, "length"));
    return firstOf([...wanted.entries()], ([i, value]) =>
      differenceOf(got[i], value, joined(path, String(i))),
    );
  }
  return isScalar(got, wanted) ? undefined : mismatch(got, wanted, path);
}

function isScalar(got: unknown, wanted: unknown): boolean {
  const [, sign, bound] = COMPARISON.exec(String(wanted)) ?? [];
  const order = compare(got, bound ?? wanted);
  if (sign === undefined) return got === wanted || order === 0;
  if (order === undefined) return false;
  return sign.startsWith(">")
    ? order > 0 || (order === 0 && sign === ">=")
    : order < 0 || (order === 0 && sign === "<=");
}

/** Below 0, 0 or above 0 as the first decimal is to the second; `undefined` where one is none. */
function compare(a: unknown, b: unknown): number | undefined {
  const [x, y] = [partsOf(a), partsOf(b)];
  if (x === undefined || y === undefined) return undefined;
  const places = Math.max(x.places, y.places);
  const difference =
    x.digits * 10n ** BigInt(places - x.places) - y.digits * 10n ** BigInt(places - y.places);
  return difference < 0n ? -1 : Number(difference > 0n);
}

function partsOf(value: unknown): { readonly digits: bigint; readonly places: number } | undefined {
  const text = String(value);
  if ((typeof value !== "string" && typeof value !== "number") || !isDecimal(text)) return undefined;
  const [whole, fraction = ""] = text.split(".");
  return { digits: BigInt(`${whole}${fraction}`), places: fraction.length };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function firstOf<T>(list: readonly T[], find: (each: T) => string | undefined): string | undefined {
  for (const each of list) {
    const found = find(each);
    if (found !== undefined) return found;
  }
  return undefined;
}

const joined = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);

function mismatch(got: unknown, wanted: unknown, path: string): string {
  const text = JSON.stringify(got) ?? "nothing";
  const shown = text.length > 120 ? `${text.slice(0, 117)}…` : text;
  return `${path || "the answer"} must be ${JSON.stringify(wanted)}, got ${shown}`;
}
