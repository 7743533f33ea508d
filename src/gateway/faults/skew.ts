import type { Clock } from "../../host/clock.ts";
import type { Services } from "../serve.ts";

/** The services as a request is judged and answered by them whose venue's clock is `ms` ahead of the true one. */
export function skewed(services: Services, ms = 0): Services {
  if (ms === 0) return services;
  const now = () => services.now() + ms;
  const { clock } = services;
  const ahead: Clock = {
    wallMs: () => clock.wallMs() + ms,
    monotonicMs: () => clock.monotonicMs(),
    setTimer: (afterMs, fire) => clock.setTimer(afterMs, fire),
  };
  return { ...services, now, authenticator: { ...services.authenticator, clock: ahead, now } };
}
