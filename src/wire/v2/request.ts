import type { Static } from "typebox";
import { Type } from "typebox";

const text = Type.String();

/** GET account/requestLog, which is ours. */
export const Requests = Type.Object({
  entries: Type.Array(
    Type.Object({
      id: Type.Integer(),
      time: Type.Integer(),
      method: text,
      path: text,
      key: text,
      account: Type.Integer(),
      address: text,
      program: text,
      weight: Type.Object({ ip: Type.Integer(), uid: Type.Integer() }),
      status: Type.Integer(),
      code: text,
      tookMs: Type.Number(),
      reason: text,
    }),
  ),
  next: Type.Integer(),
  lost: Type.Integer(),
});
export type Requests = Static<typeof Requests>;
