import type { Dialect } from "../../../../interface/wire/dialects.ts";
import type { SignIn } from "../../session/demoSession.ts";
import { filled } from "./filled.ts";
import ccxt from "./programs/ccxt.mjs?raw";
import curl from "./programs/curl.sh?raw";
import fapiCcxt from "./programs/fapi/ccxt.mjs?raw";
import fapiNode from "./programs/fapi/node.mjs?raw";
import fapiPython from "./programs/fapi/python.py?raw";
import node from "./programs/node.mjs?raw";
import python from "./programs/python.py?raw";

/** A program that reads its account and places an order, with this venue's address and keys in it. */
export interface Snippet {
  readonly id: string;
  readonly name: string;
  /** What to do with it, in one line. */
  readonly run: string;
  readonly code: string;
}

const PYTHON = {
  id: "python",
  name: "Python",
  run: "Save as bot.py, then: python3 bot.py. Nothing to install.",
};
const CCXT = { id: "ccxt", name: "ccxt", run: "npm install ccxt, save as bot.mjs, then: node bot.mjs" };
const NODE = {
  id: "node",
  name: "Node.js",
  run: "Save as bot.mjs, then: node bot.mjs. Nothing to install.",
};
const CURL = { id: "curl", name: "curl", run: "Paste into a shell that has curl and openssl." };

/** Programs by the dialect that they speak; one of V2 is changed to V3 by its paths. */
const PROGRAMS: Readonly<Partial<Record<Dialect, readonly Snippet[]>>> = {
  v2: [
    { ...PYTHON, code: python },
    { ...CCXT, code: ccxt },
    { ...NODE, code: node },
    { ...CURL, code: curl },
  ],
  fapi: [
    { ...PYTHON, code: fapiPython },
    { ...CCXT, code: fapiCcxt },
    { ...NODE, code: fapiNode },
  ],
};

/** The dialects that there are programs of. */
export const programDialects = Object.keys(PROGRAMS) as readonly Dialect[];

/** The programs of a dialect, each {@link filled} in. */
export function snippets(
  dialect: Dialect,
  baseUrl: string,
  signIn: SignIn,
  symbol: string,
  isOpen: boolean,
): readonly Snippet[] {
  return (PROGRAMS[dialect] ?? []).map((program) => ({
    ...program,
    code: filled(program.code, baseUrl, signIn, symbol, isOpen),
  }));
}
