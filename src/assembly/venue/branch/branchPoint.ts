import type { CapturedState } from "../../../kernel/engine/index.ts";
import type { FaultsInForce, Vault } from "../../../service/gateway/index.ts";
import type { TimelinePoint } from "../timeline.ts";

/** A running venue at one moment: all that another venue needs to go on from there. */
export interface BranchPoint {
  readonly state: CapturedState;
  /** The image of the history up to the state. */
  readonly history: Uint8Array;
  /** Market time, which may be later than the state's last command. */
  readonly time: number;
  /** Market time at which scripts and recordings of prices began. */
  readonly origin: number;
  /** How far the scenario's timeline has come. */
  readonly timeline: TimelinePoint;
  /** What the wire does to messages on purpose. */
  readonly faults: FaultsInForce;
  /** Decrypts the secrets of the API keys. */
  readonly vault: Vault;
}
