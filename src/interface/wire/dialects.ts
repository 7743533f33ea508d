/** The dialects of the interface, as options name them. */
export const dialectNames = ["v2", "v3", "fapi"] as const;

export type Dialect = (typeof dialectNames)[number];

/** What programs of a dialect take for granted. */
export interface DialectPrograms {
  /** Whether a key has a passphrase for them. */
  readonly namesPassphrase: boolean;
  /** What they assume of their account. */
  readonly positionMode: "hedge" | "one-way";
  /** The hosts by which it is known, where it has hosts of its own. */
  readonly hosts?: RegExp;
}

export const dialectPrograms: Readonly<Record<Dialect, DialectPrograms>> = {
  v2: { namesPassphrase: true, positionMode: "hedge" },
  v3: { namesPassphrase: true, positionMode: "hedge" },
  fapi: {
    namesPassphrase: false,
    positionMode: "one-way",
    // fapi.example.com, fapi-mm.example.com, ws-fapi.example.com, testnet.examplefuture.com
    hosts: /^(?:[a-z0-9-]+-)?(?:fapi|fstream)(?:-[a-z0-9-]+)?\.|\.[a-z0-9-]+futures?\.[a-z]+$/,
  },
};
