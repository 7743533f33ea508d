import { expect } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import type { Reply } from "../venue/client.ts";
import { Client } from "../venue/client.ts";

/** Accounts of these names; the key of each has the account's name. */
export const keyed = (...names: readonly string[]) =>
  names.map((name) => ({ name, apiKey: name, secret: "secret", passphrase: "pass" }));

/** Those who hold the first two accounts of a venue. */
export const clientsOf = ({ baseUrl, accounts }: Venue) =>
  accounts.map((key) => new Client(baseUrl, key)) as [Client, Client];

/** The body of an answer that was not refused. */
export async function done(reply: Promise<Reply>): Promise<Reply["body"]> {
  const { status, text, body } = await reply;
  expect(status, text).toBe(200);
  return body;
}
