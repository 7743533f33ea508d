import { control, flag, invalidParameter, optional, text } from "../../../wire/index.ts";
import type { ControlContext } from "../operation.ts";
import { controlOperation } from "../operation.ts";
import { accountOf, accountText } from "../parameters.ts";

/** `GET /control/limits`: the profile in force (windows in ms; left out: no limit) and the accounts it does not touch. */
export const showLimits = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/limits",
  summary: "Show the limits in force",
  answer: control.LimitsView,
  parameters: {},
  handle: shownLimits,
});

/** `POST /control/limits/use`: another profile, until the venue stops. What was used stays counted. */
export const useLimits = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/limits/use",
  summary: "Put another limit profile in force",
  answer: control.LimitsView,
  parameters: {
    profile: text("seed, published, off, or the name of the profile that the venue started with.", 64),
  },
  handle(context, { profile: name }) {
    const profile = context.limitProfiles.get(name);
    if (profile === undefined) {
      throw invalidParameter(
        "profile",
        `one of ${[...context.limitProfiles.keys()].join(", ")}, got '${name}'`,
      );
    }
    context.limits.use(profile);
    return shownLimits(context);
  },
});

/** `POST /control/limits/exempt`: lifts the limits of an account (its weights, its orders), or restores them, until
 * the venue stops. The weights of the address that it comes from are not its own and stay. */
export const exemptAccount = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/limits/exempt",
  summary: "Lift the limits of an account, or restore them",
  answer: control.LimitsView,
  parameters: { account: accountText, exempt: optional(flag("false restores the limits."), true) },
  async handle(context, { account: name, exempt }) {
    const { account } = await accountOf(context, name);
    context.setExempt(account, exempt);
    return shownLimits(context);
  },
});

function shownLimits({ limits, exempt }: ControlContext) {
  return { profile: limits.profile, exempt: [...exempt] };
}
