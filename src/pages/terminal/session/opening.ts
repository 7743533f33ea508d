import { Desk } from "../desk/desk.ts";
import { sentenceOf } from "../format/failure.ts";
import { MarketData } from "../market/marketData.ts";
import { demoSignIns, type SignIn } from "./demoSession.ts";
import { remembered } from "./rememberedKey.ts";

/** Who is signed in; if nobody, why. */
export type Session =
  | { readonly type: "signedOut"; readonly reason?: string }
  | { readonly type: "signedIn"; readonly desk: Desk };

/** The result of opening a page. */
export interface Opening {
  /** Accounts that can be chosen without typing. */
  readonly demos: readonly SignIn[];
  readonly session: Session;
}

/** A page that is being opened. */
export interface OpeningPage {
  /** The market to show; `undefined` where nobody is signed in, or where it cannot be opened. */
  readonly market: Promise<MarketData | undefined>;
  readonly opening: Promise<Opening>;
}

/**
 * Signs in with the key that this browser stores, else with the venue's demo session, else not at all.
 *
 * @param drawn what the page shows first: only what that needs is asked for before
 */
export function openSession(drawn: Promise<void>): OpeningPage {
  const following = followMarket(drawn);
  following.catch(() => undefined); // whoever signs in gets the error
  const known = Promise.all([demoSignIns(), remembered()]).then(([demos, stored]) => ({
    demos,
    first: stored ?? demos[0],
  }));
  return {
    market: known.then(({ first }) => first && following).catch(() => undefined),
    opening: known.then(async ({ demos, first }) => ({ demos, session: await sessionOf(first) })),
  };
}

async function sessionOf(signIn: SignIn | undefined): Promise<Session> {
  if (signIn === undefined) return { type: "signedOut" };
  try {
    return { type: "signedIn", desk: await signInTo(signIn, false, signIn.isDemo) };
  } catch (error) {
    return { type: "signedOut", reason: String(error) };
  }
}

/**
 * Opens the page anew because its venue shows another moment.
 *
 * @param before who was signed in, and the contract that was shown
 */
export async function openAnew(
  demos: readonly SignIn[],
  before: { readonly signIn: SignIn; readonly isPaper: boolean; readonly symbol: string } | undefined,
): Promise<Session> {
  const last = market;
  market = undefined;
  void last?.then((opened) => opened.close()).catch(() => undefined); // what did not open needs no closing
  const signIn = before?.signIn ?? demos[0];
  if (signIn === undefined) return { type: "signedOut" };
  try {
    const desk = await signInTo(signIn, before?.isPaper);
    const shown = desk.contracts.find(({ symbol }) => symbol === before?.symbol);
    if (shown !== undefined) desk.show(shown);
    return { type: "signedIn", desk };
  } catch (error) {
    return { type: "signedOut", reason: sentenceOf(error) };
  }
}

/** @throws what the client throws if the venue cannot be reached or refuses the key */
export function signInTo(account: SignIn, isPaper = false, isCertain = false): Promise<Desk> {
  return Desk.open(followMarket(), account, isPaper, isCertain);
}

let market: Promise<MarketData> | undefined;

/** The market is followed once, from the page's first moment on; after a failure it is tried again. */
function followMarket(drawn?: Promise<void>): Promise<MarketData> {
  market ??= MarketData.open(location.origin, drawn).catch((error: unknown) => {
    market = undefined;
    throw error;
  });
  return market;
}
