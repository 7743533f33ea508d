import type { SignIn } from "../../session/demoSession.ts";

/**
 * A program with everything in it that it needs.
 *
 * @param symbol what it trades
 * @param isOpen whether secret and passphrase stand in it
 */
export function filled(
  program: string,
  baseUrl: string,
  signIn: SignIn,
  symbol: string,
  isOpen: boolean,
): string {
  const [, coin = ""] = /^cmt_(.+)usdt$/.exec(symbol) ?? [];
  const { apiKey, secret, passphrase } = signIn;
  const words: Readonly<Record<string, string>> = {
    baseUrl,
    apiKey,
    secret: isOpen && typeof secret === "string" ? secret : "the secret of this key",
    passphrase: isOpen ? passphrase : "the passphrase of this key",
    symbol,
    pair: `${coin.toUpperCase()}/USDT:USDT`,
    coins: `${coin.toUpperCase()}USDT`,
  };
  return program.replace(/\{\{(\w+)\}\}/g, (whole, word: string) => words[word] ?? whole);
}
