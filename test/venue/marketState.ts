import { createHash } from "node:crypto";
import type { Venue } from "../../src/assembly/venue/index.ts";

/** A hash of everything of the market that a request could change. */
export async function marketState({ engine }: Venue): Promise<string> {
  const views: unknown[] = [
    await engine.query({ type: "contracts" }),
    await engine.query({ type: "allOrders" }),
  ];
  for (const { account } of await engine.query({ type: "accounts" })) {
    const { version: _, ...view } = (await engine.query({ type: "account", account }))!;
    views.push(view, await engine.query({ type: "positions", account, contract: undefined }));
  }
  const text = JSON.stringify(views, (_, value) => (typeof value === "bigint" ? String(value) : value));
  return createHash("sha256").update(text).digest("hex");
}
