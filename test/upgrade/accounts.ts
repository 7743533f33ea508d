/** Who is in the fixtures, with keys that sign requests to this day. */
export const accounts = [
  { name: "alice", apiKey: "fixture-alice", secret: "a secret of a fixture", passphrase: "fixtureAlice" },
  { name: "bob", apiKey: "fixture-bob", secret: "another secret of a fixture", passphrase: "fixtureBob" },
];
