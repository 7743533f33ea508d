import type { Credentials, Venue } from "../v2-private-venue.ts";

/** How the venue stands before a call: what is live, what has ended, and what the next commands come to. */
export interface Given {
  readonly live?: Partial<Venue["live"]>;
  readonly past?: Partial<Venue["past"]>;
  readonly outcomes?: readonly Venue["outcomes"][number][];
}

/** What a call brings about besides its answer, and who makes it. */
export interface Effects {
  readonly as?: Credentials;
  /** What the market is told: all of it; without, nothing. */
  readonly tells?: readonly object[];
  /** What is asked of history, at last. */
  readonly asks?: object;
}

/**
 * A call in the words of one version: its method and path, what is sent (a text is a query or a body as it
 * is), and the answer: {@link Like} it, or a {@link Refusal}.
 */
export type Call = readonly [to: string, sent: object | string, then: unknown, effects?: Effects];

/** A row of the table of operations: the same call in both versions, where both have it. */
export interface Row extends Effects {
  readonly shows: string;
  readonly given?: Given;
  readonly v2?: Call;
  readonly v3?: Call;
}

/** An answer that has these fields, and may have others. */
export class Like {
  readonly answer: object;

  constructor(answer: object) {
    this.answer = answer;
  }
}
export const like = (answer: object) => new Like(answer);

/** An answer that is one of a refusal; a sentence is the whole of it. */
export class Refusal {
  readonly code: string | number;
  readonly msg: string | RegExp;
  readonly status: number;

  constructor(code: string | number, msg: string | RegExp, status: number) {
    this.code = code;
    this.msg = msg;
    this.status = status;
  }
}
export const refusal = (code: string | number, msg: string | RegExp = /./, status = 400) =>
  new Refusal(code, msg, status);

/** A row for each request of one operation of V2 that is refused. */
export const refusedOf = (
  to: string,
  requests: readonly (readonly [sent: object | string, code: string, msg?: string | RegExp])[],
): readonly Row[] =>
  requests.map(([sent, code, msg]) => ({
    shows: `${JSON.stringify(sent)} is refused`,
    v2: [to, sent, refusal(code, msg)],
  }));
