import type { SignIn } from "../../session/demoSession.ts";
import ccxt from "./programs/ccxt.mjs?raw";
import curl from "./programs/curl.sh?raw";
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

const PROGRAMS: readonly Snippet[] = [
  {
    id: "python",
    name: "Python",
    run: "Save as bot.py, then: python3 bot.py. Nothing to install.",
    code: python,
  },
  { id: "ccxt", name: "ccxt", run: "npm install ccxt, save as bot.mjs, then: node bot.mjs", code: ccxt },
  {
    id: "node",
    name: "Node.js",
    run: "Save as bot.mjs, then: node bot.mjs. Nothing to install.",
    code: node,
  },
  { id: "curl", name: "curl", run: "Paste into a shell that has curl and openssl.", code: curl },
];

/**
 * The programs with everything filled in.
 *
 * @param symbol what they trade
 * @param isOpen whether secret and passphrase stand in them
 */
export function snippets(
  baseUrl: string,
  signIn: SignIn,
  symbol: string,
  isOpen: boolean,
): readonly Snippet[] {
  const [, coin = ""] = /^cmt_(.+)usdt$/.exec(symbol) ?? [];
  const { apiKey, secret, passphrase } = signIn;
  const words: Readonly<Record<string, string>> = {
    baseUrl,
    apiKey,
    secret: isOpen && typeof secret === "string" ? secret : "the secret of this key",
    passphrase: isOpen ? passphrase : "the passphrase of this key",
    symbol,
    pair: `${coin.toUpperCase()}/USDT:USDT`,
  };
  return PROGRAMS.map((program) => ({
    ...program,
    code: program.code.replace(/\{\{(\w+)\}\}/g, (whole, word: string) => words[word] ?? whole),
  }));
}
