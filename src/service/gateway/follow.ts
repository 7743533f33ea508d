import type { EventOf, EventType } from "../../kernel/core/index.ts";
import { decodeEvent, eventLayouts, RecordView } from "../../kernel/core/index.ts";
import type { EnginePort } from "../../kernel/engine/index.ts";

/** What to do with each durable event, by its type; events of other types are skipped. */
export type Followers = { readonly [T in EventType]?: (event: EventOf<T>) => void };

/**
 * Calls the followers for every durable event of their kinds, in order, from now on; other kinds are skipped
 * undecoded, one comparison each. Returns the way to stop.
 */
export function follow(engine: EnginePort, followers: Followers): () => void {
  const byKind: (((event: never) => void) | undefined)[] = [];
  for (const [type, follower] of Object.entries(followers)) {
    byKind[eventLayouts[type as EventType].kind] = follower as (event: never) => void;
  }
  return engine.subscribe(({ events }) => {
    const view = new RecordView(events);
    for (let at = 0; at < view.length; at = view.next(at)) {
      const follower = byKind[view.kind(at)];
      if (follower !== undefined) follower(decodeEvent(view, at) as never);
    }
  });
}
