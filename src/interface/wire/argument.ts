/**
 * What a program gives to our functions, checked as the command line's options are: the compiler does not see
 * what comes from JavaScript or from a file. A check finds what is wrong with a value: a sentence of its
 * name, the rule and the value; `undefined` for nothing.
 */
export type Check = (value: unknown, name: string) => string | undefined;

/** What comes between the rule and the value. */
const GOT = ", got ";

/** @param rule completes "must be"; @param isSo whether a value keeps to it */
export function must(rule: string, isSo: (value: unknown) => boolean): Check {
  return (value, name) => (isSo(value) ? undefined : `${name} must be ${rule}${GOT}${shown(value)}`);
}

export const flag = must("true or false", (value) => typeof value === "boolean");
export const callable = must("a function", (value) => typeof value === "function");
export const filledText = must(
  "text that is not empty",
  (value) => typeof value === "string" && value !== "",
);

export function whole(least: number, most: number): Check {
  const isSo = (value: unknown): boolean =>
    Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;
  return must(`a whole number from ${least} to ${most}`, isSo);
}

export function oneOf(words: readonly string[]): Check {
  return must(`one of ${words.join(", ")}`, (value) => words.includes(value as string));
}

/** @param rule what texts of the pattern are */
export function textOf(rule: string, pattern: RegExp): Check {
  return must(rule, (value) => typeof value === "string" && pattern.test(value));
}

/** An object that has these functions; without any: an object. */
export function having(...names: readonly string[]): Check {
  const functions = names.map((name) => `${name}()`).join(", ");
  return must(
    names.length === 0 ? "an object" : `an object with ${functions}`,
    (value) => isObject(value) && names.every((name) => typeof value[name] === "function"),
  );
}

/** Either of two; the first one's sentence is for a value that only the second takes to be of its kind. */
export function either(first: Check, second: Check, isOfSecond: (value: unknown) => boolean): Check {
  return (value, name) => (isOfSecond(value) ? second : first)(value, name);
}

export const optional =
  (check: Check): Check =>
  (value, name) =>
    value === undefined ? undefined : check(value, name);

/** A check of a value that no message may show. */
export function secret(check: Check): Check {
  return (value, name) => {
    const problem = check(value, name);
    return problem && `${problem.slice(0, problem.indexOf(GOT))}${GOT}${kindOf(value)}`;
  };
}

export function listOf(check: Check): Check {
  return (value, name) =>
    Array.isArray(value)
      ? firstOf(value.map((each, i) => check(each, `${name}.${i}`)))
      : `${name} must be a list, got ${shown(value)}`;
}

/** An object of any names whose values are alike. */
export function recordOf(check: Check): Check {
  return (value, name) =>
    isObject(value)
      ? firstOf(Object.entries(value).map(([field, each]) => check(each, `${name}.${field}`)))
      : `${name} must be an object, got ${shown(value)}`;
}

/**
 * An object with these fields; what may be left out is {@link optional}.
 *
 * @param isOpen whether others may be there, as in what was made for more than one reader
 */
export function fieldsOf(checks: Readonly<Record<string, Check>>, isOpen = false): Check {
  const fields = Object.entries(checks);
  return (value, name) => {
    if (!isObject(value)) return `${name} must be an object, got ${shown(value)}`;
    const unknown = isOpen ? undefined : Object.keys(value).find((field) => !Object.hasOwn(checks, field));
    if (unknown !== undefined)
      return `${name} has no ${unknown}; known are ${Object.keys(checks).sort().join(", ")}`;
    for (const [field, check] of fields) {
      const problem = check(value[field], `${name}.${field}`);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
}

/**
 * An object of several kinds, each with its fields, told apart by its `type`. @param what one of them is
 * called, "a command"
 */
export function taggedOf(
  what: string,
  kinds: Readonly<Record<string, Readonly<Record<string, Check>>>>,
): Check {
  const types = Object.keys(kinds);
  const checks = new Map(types.map((type) => [type, fieldsOf({ type: filledText, ...kinds[type] })]));
  const known = must(
    `${what}, by its type`,
    (value) => isObject(value) && checks.has(value["type"] as string),
  );
  return (value, name) =>
    known(value, name) ?? checks.get((value as { readonly type: string }).type)!(value, name);
}

/**
 * Checks the arguments of a function, in their order.
 *
 * @throws RangeError, whose message begins with the function's name
 */
export function requireArguments(
  called: string,
  checks: Readonly<Record<string, Check>>,
  given: readonly unknown[],
): void {
  let i = 0;
  for (const name in checks) {
    const problem = checks[name]!(given[i++], name);
    if (problem !== undefined) throw new RangeError(`${called}: ${problem}`);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: functions of any arguments
type AnyFunction = (...given: any[]) => unknown;

/** The functions, each of which throws a RangeError for arguments that its checks refuse. */
export function checkedFunctions<T extends Readonly<Record<string, AnyFunction>>>(
  functions: T,
  checks: { readonly [K in keyof T]: Readonly<Record<string, Check>> },
): T {
  const checked = Object.entries(functions).map(([name, each]) => [
    name,
    (...given: readonly unknown[]) => {
      requireArguments(name, checks[name]!, given);
      return each(...given);
    },
  ]);
  return Object.fromEntries(checked) as T;
}

type Call = (...given: Parameters<AnyFunction>) => Promise<unknown>;

/** The functions, each of which rejects with a RangeError for arguments that its checks refuse. */
export function withCheckedArguments<T extends object>(
  calls: T,
  checks: Readonly<Record<string, Readonly<Record<string, Check>>>>,
): T {
  const checked = Object.entries(checks).map(([name, each]) => {
    const call = calls[name as keyof T] as Call;
    const wrapped: Call = async (...given) => {
      requireArguments(name, each, given);
      return call(...given);
    };
    return [name, wrapped];
  });
  return { ...calls, ...Object.fromEntries(checked) };
}

function firstOf(problems: readonly (string | undefined)[]): string | undefined {
  return problems.find((each) => each !== undefined);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const SHOWN_CHARACTERS_MAX = 80;

/** A value as a sentence shows it, cut to one line. */
function shown(value: unknown): string {
  if (typeof value === "string") return cut(`'${value}'`);
  if (typeof value !== "object" || value === null)
    return typeof value === "function" ? "a function" : String(value);
  try {
    return cut(JSON.stringify(value));
  } catch {
    return "an object"; // with a loop or a bigint in it
  }
}

function cut(text: string): string {
  return text.length <= SHOWN_CHARACTERS_MAX ? text : `${text.slice(0, SHOWN_CHARACTERS_MAX)}…`;
}

function kindOf(value: unknown): string {
  return value === undefined ? "nothing" : `a value of type ${typeof value} that is not shown`;
}
