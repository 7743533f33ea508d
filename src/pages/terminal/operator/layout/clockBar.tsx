import { useEffect, useState } from "react";
import { Button } from "react-aria-components";
import type { control as answers } from "../../../../interface/client/index.ts";
import { dateTime } from "../../format/time.ts";
import type { OperatorDesk } from "../desk/operatorDesk.ts";
import { usePolled } from "../desk/polled.ts";
import { useOperator } from "../desk/useOperator.ts";
import { PickField } from "../parts/fields.tsx";
import { nextFundingOf } from "./nextFunding.ts";

const SPEEDS = [
  ["1", "×1"],
  ["10", "×10"],
  ["60", "×60, a minute a second"],
  ["600", "×600, ten minutes a second"],
  ["3600", "×3600, an hour a second"],
  ["max", "as fast as the machine"],
] as const;

const STEPS = [
  ["1000", "1 s"],
  ["60000", "1 min"],
  ["3600000", "1 h"],
  ["28800000", "8 h"],
  ["86400000", "1 day"],
] as const;

/** Market time and its controls, always visible. */
export function ClockBar() {
  const desk = useOperator();
  const { data: status } = usePolled(desk.status);
  const [speed, setSpeed] = useState<string>("60");
  const [step, setStep] = useState<string>("60000");
  const [busy, setBusy] = useState<string>();
  const clock = status?.clock;
  const isFrozen = clock?.mode === "frozen";
  const stepping = clock?.step?.over === false ? clock.step : undefined;
  const during = async (what: string, action: () => Promise<void>) => {
    setBusy(what);
    await action();
    setBusy(undefined);
  };
  const { control } = desk;
  const run = (at: string) =>
    at === "max"
      ? desk.press("Market time runs as fast as the machine", () => control.call("POST clock/max"))
      : desk.press(`Market time runs at ×${at}`, () => control.call("POST clock/run", { speed: at }));
  return (
    <section className="op-clock" aria-label="Market clock">
      <Now clock={clock} />
      <span className={isFrozen || busy !== undefined ? "warn" : "muted"} role="status">
        {stepping === undefined
          ? (busy ?? (clock === undefined ? "" : modeText(clock)))
          : progressText(stepping)}
      </span>
      <span className="op-gap" />
      <fieldset className="op-controls" aria-label="Run">
        {isFrozen ? (
          <Button className="button small primary" isDisabled={busy !== undefined} onPress={() => run(speed)}>
            Play
          </Button>
        ) : (
          <Button
            className="button small"
            isDisabled={clock === undefined}
            onPress={() => desk.press("Market time stands still", () => control.call("POST clock/freeze"))}
          >
            Pause
          </Button>
        )}
        <PickField
          label="Speed"
          isLabelUnseen
          value={speed}
          options={SPEEDS}
          onChange={(next) => {
            setSpeed(next);
            if (clock?.mode === "scaled" || clock?.mode === "max") void run(next);
          }}
        />
        <Button
          className="button small"
          isDisabled={clock === undefined || clock.mode === "wall"}
          onPress={() =>
            desk.press("Market time follows the host's clock", () => control.call("POST clock/wall"))
          }
        >
          As the host
        </Button>
      </fieldset>
      <fieldset className="op-controls" aria-label="Step, while it stands still">
        <Button
          className="button small"
          isDisabled={!isFrozen || busy !== undefined}
          onPress={() =>
            during("Stepping…", () =>
              desk.press(`Stepped by ${STEPS.find(([ms]) => ms === step)?.[1]}`, () =>
                control.call("POST clock/step", { ms: Number(step) }),
              ),
            )
          }
        >
          Step
        </Button>
        <PickField label="Step by" isLabelUnseen value={step} options={STEPS} onChange={setStep} />
        <Button
          className="button small"
          isDisabled={!isFrozen || busy !== undefined}
          onPress={() => desk.press("Stepped to the next event", () => control.call("POST clock/next"))}
        >
          Next event
        </Button>
        <Button
          className="button small"
          isDisabled={!isFrozen || busy !== undefined}
          onPress={() => during("Stepping to the next funding…", () => stepToFunding(desk))}
        >
          Next funding
        </Button>
        <Button
          className="button small"
          isDisabled={stepping === undefined}
          onPress={() => desk.press("The step was ended", () => control.call("POST clock/stop"))}
        >
          Stop step
        </Button>
      </fieldset>
    </section>
  );
}

async function stepToFunding(desk: OperatorDesk): Promise<void> {
  await desk.press("Funding is settled", async () => {
    const due = nextFundingOf(await desk.control.call("GET funding"));
    if (due === undefined) throw new Error("No contract settles funding");
    await desk.control.call("POST clock/step", { time: due });
  });
}

/** Market time, counted on between two readings. */
function Now({ clock }: { readonly clock: answers.ClockView | undefined }) {
  const [shown, setShown] = useState("…");
  useEffect(() => {
    if (clock === undefined) return undefined;
    const asOf = performance.now();
    const show = () => setShown(dateTime(clock.time + (performance.now() - asOf) * clock.speed));
    show();
    const timer = setInterval(show, 250);
    return () => clearInterval(timer);
  }, [clock]);
  return (
    <span className="op-now">
      <span className="unseen">Market time </span>
      {shown} <span className="faint">UTC</span>
    </span>
  );
}

/** How much of a step is done, rounded down; what it has reached is market time, beside it. */
function progressText({ from, to, time }: NonNullable<answers.ClockRunView["step"]>): string {
  return `stepping: ${Math.floor((100 * (time - from)) / Math.max(to - from, 1))} % of the way`;
}

function modeText({ mode, speed }: answers.ClockView): string {
  if (mode === "frozen") return "stands still";
  if (mode === "max") return "as fast as the machine";
  return mode === "wall" ? "as the host's clock" : `runs at ×${speed}`;
}
