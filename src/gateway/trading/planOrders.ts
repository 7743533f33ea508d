import { KIND_PLAN, KIND_PRESET_STOP_LOSS } from "../../core/index.ts";

/** Whether an order waited (or waits) for a trigger: plan orders, take-profit, stop-loss, presets. */
export function isPlan({ kind }: { readonly kind: number }): boolean {
  return kind >= KIND_PLAN && kind <= KIND_PRESET_STOP_LOSS;
}
