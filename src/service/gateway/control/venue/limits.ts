import * as declared from "../../../../interface/wire/control/operations/venue.ts";
import { invalidParameter } from "../../../../interface/wire/index.ts";
import type { ControlContext, ControlOperation } from "../operation.ts";
import { controlOperation } from "../operation.ts";
import { accountNamed } from "../parameters.ts";

/**
 * `GET /control/limits`: the profile in force (windows in ms; left out: no limit) and the accounts it does
 * not touch.
 */
const showLimits = controlOperation(declared.showLimits, shownLimits);

/**
 * `POST /control/limits/use`: puts another profile in force until the venue stops. What clients have used
 * stays counted.
 */
const useLimits = controlOperation(declared.useLimits, (context, { profile: name }) => {
  const profile = context.limitProfiles.get(name);
  if (profile === undefined) {
    throw invalidParameter(
      "profile",
      `one of ${[...context.limitProfiles.keys()].join(", ")}, got '${name}'`,
    );
  }
  context.clients.limits.use(profile);
  return shownLimits(context);
});

/**
 * `POST /control/limits/exempt`: lifts the limits of an account (on its weights and orders), or restores
 * them, until the venue stops. The weights of the address that its requests come from are not the account's,
 * and stay limited.
 */
const exemptAccount = controlOperation(declared.exemptAccount, async (context, { account: name, exempt }) => {
  context.clients.limits.exempt(await accountNamed(context, name), exempt);
  return shownLimits(context);
});

function shownLimits({ clients: { limits } }: ControlContext) {
  return { profile: limits.profile, exempt: [...limits.exempted] };
}

/** The operations of limits. */
export const limitsOperations: readonly ControlOperation[] = [showLimits, useLimits, exemptAccount];
