import { Desk } from "../desk/desk.ts";
import { MarketData } from "../market/marketData.ts";
import { demoSignIns, type SignIn } from "./demoSession.ts";
import { remembered } from "./rememberedKey.ts";

/** Who is signed in; with nobody, why not. */
export type Session =
  | { readonly type: "signedOut"; readonly reason?: string }
  | { readonly type: "signedIn"; readonly desk: Desk };

/** How a page begins. */
export interface Opening {
  /** Accounts to choose from without typing. */
  readonly demos: readonly SignIn[];
  readonly session: Session;
}

/** Signs in by the key that this browser remembers, else by the venue's demo session, else not at all. */
export async function openSession(): Promise<Opening> {
  followMarket().catch(() => undefined); // told by whoever signs in
  const [demos, known] = await Promise.all([demoSignIns(), remembered()]);
  const first = known ?? demos[0];
  if (first === undefined) return { demos, session: { type: "signedOut" } };
  try {
    return { demos, session: { type: "signedIn", desk: await signInTo(first) } };
  } catch (error) {
    return { demos, session: { type: "signedOut", reason: String(error) } };
  }
}

/** @throws what the client throws when the venue cannot be reached or refuses the key */
export function signInTo(account: SignIn, isPaper = false): Promise<Desk> {
  return Desk.open(followMarket(), account, isPaper);
}

let market: Promise<MarketData> | undefined;

/** The market is followed once, from the first moment of the page on; one that could not be reached is asked for again. */
function followMarket(): Promise<MarketData> {
  market ??= MarketData.open(location.origin).catch((error: unknown) => {
    market = undefined;
    throw error;
  });
  return market;
}
