/** What the dialect says of a broken rule: the phrase that clients look for, and its code. */
export interface RuleForm {
  readonly code: number;
  readonly text: string;
  /** Where it is not that of the error's kind. */
  readonly status?: number;
}

/** By the rule's name: the core's refusals, and the limits. */
export const refusals: Readonly<Record<string, RuleForm>> = {
  "fapi IP weight": { code: -1003, text: "Too many requests" },
  "fapi ban": { code: -1003, text: "Way too many requests; IP banned", status: 418 },
  "fapi orders to place": { code: -1015, text: "Too many new orders" },
  "fapi orders to place in the short window": { code: -1015, text: "Too many new orders" },
};
