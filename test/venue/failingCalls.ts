import { syncBuiltinESMExports } from "node:module";
import { sep } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { processThreads } from "../../src/service/readmodel/threads.ts";

/**
 * Has one call that a program makes of the outside fail: of the file system or of SQLite within a directory,
 * or of a thread of history. Which there are is what the program does, so that no list has to be kept.
 */
export interface FailingCalls {
  /** The calls made since {@link begin}, each once, in order. */
  readonly made: readonly string[];
  /**
   * @param failing the call that fails, each time; none: all succeed
   * @param code the system's word for why
   */
  begin(directory: string, failing?: string, code?: ErrorCode): void;
  /** Puts everything back as it was. */
  end(): void;
}

/** `fs` itself, whose functions can be replaced; imports of single ones follow by `syncBuiltinESMExports`. */
const original = process.getBuiltinModule("node:fs");
const SYNC =
  "openSync readFileSync writeSync readdirSync statSync lstatSync mkdirSync chmodSync fsyncSync renameSync";
const BACK = "open read write fstat fdatasync";
const PROMISED =
  "open readFile writeFile readdir rename rm mkdir stat unlink copyFile chmod"; /* of `fs.promises` */

type Call = (...given: unknown[]) => unknown;

const ERRORS = {
  EIO: "i/o error",
  ENOSPC: "no space left on device",
  EMFILE: "too many open files",
} as const;
export type ErrorCode = keyof typeof ERRORS;

export function failingCalls(): FailingCalls {
  const made = new Set<string>();
  const paths = new Map<number, string>();
  const undo: (() => void)[] = [];
  let within = "";
  let failing: string | undefined;
  let word: ErrorCode = "EIO";

  /** What a call is of, in words that are the same in each run; undefined: not of this directory. */
  const nameOf = (name: string, of: unknown): string | undefined => {
    const path = typeof of === "number" ? paths.get(of) : typeof of === "string" ? of : undefined;
    if (path === undefined || !`${path}${sep}`.startsWith(`${within}${sep}`)) return undefined;
    return `${name} ${path.slice(within.length + 1).replaceAll(/\d{8,}/g, "#") || "."}`;
  };
  /** Whether this call is to fail. */
  const fails = (call: string | undefined): boolean => {
    if (call === undefined) return false;
    made.add(call);
    return call === failing;
  };
  const refusal = (name: string, path: unknown): Error =>
    Object.assign(new Error(`${word}: ${ERRORS[word]}, ${name} '${String(path)}'`), {
      ...{ code: word, syscall: name, path },
    });
  const replace = (of: object, name: string, by: (before: Call) => Call): void => {
    const before = Reflect.get(of, name) as Call;
    Reflect.set(of, name, by(before));
    undo.push(() => Reflect.set(of, name, before));
  };

  return {
    get made() {
      return [...made];
    },
    begin(directory, fail, code = "EIO") {
      [within, failing, word] = [directory, fail, code];
      made.clear();
      for (const name of SYNC.split(" "))
        replace(original, name, (before) => (of, ...rest) => {
          if (fails(nameOf(name, of))) throw refusal(name, of);
          const result = before(of, ...rest);
          if (name === "openSync") paths.set(result as number, of as string);
          return result;
        });
      for (const name of BACK.split(" "))
        replace(original, name, (before) => (of, ...rest) => {
          const done = rest.at(-1) as Call;
          if (fails(nameOf(name, of))) return void setImmediate(() => done(refusal(name, of)));
          if (name !== "open") return before(of, ...rest);
          return before(of, ...rest.slice(0, -1), (error: unknown, descriptor: number) => {
            paths.set(descriptor, of as string);
            done(error, descriptor);
          });
        });
      for (const name of PROMISED.split(" "))
        replace(original.promises, name, (before) => async (of, ...rest) => {
          if (fails(nameOf(`promised ${name}`, of))) throw refusal(name, of);
          return before(of, ...rest);
        });
      for (const name of ["exec", "prepare"])
        replace(DatabaseSync.prototype, name, (before) => {
          return function (this: DatabaseSync, sql: unknown) {
            const call = nameOf(`sql ${name} ${String(sql).slice(0, 40)}`, this.location());
            if (fails(call)) throw Object.assign(new Error("disk I/O error"), { errcode: 10 });
            return Reflect.apply(before, this, [sql]) as unknown;
          };
        });
      const thread = processThreads.reader();
      undo.push(() => void thread.end());
      replace(Object.getPrototypeOf(thread) as object, "ask", (before) => {
        return function (this: unknown, order: unknown, ...rest: unknown[]) {
          const { type, question } = order as { readonly type: string; readonly question?: { type: string } };
          if (fails(`thread ${type} ${question?.type ?? ""}`))
            return Promise.reject(Object.assign(new Error("disk I/O error"), { systemError: "failing" }));
          return Reflect.apply(before, this, [order, ...rest]) as unknown;
        };
      });
      syncBuiltinESMExports();
    },
    end() {
      for (const back of undo.splice(0).reverse()) back();
      syncBuiltinESMExports();
      paths.clear();
    },
  };
}
