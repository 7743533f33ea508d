import "./replayBar.css";
import { useState } from "react";
import { Button, Form } from "react-aria-components";
import { dateTime } from "../format/time.ts";
import type { ReplayPlace } from "../market/health.ts";
import { DialogButton } from "../parts/dialog.tsx";
import { Pause, Play } from "../parts/icons.tsx";
import { Select } from "../parts/select.tsx";
import { SignInField } from "../session/signIn.tsx";
import { useStore } from "../state/useStore.ts";
import type { ReplayWatch } from "./replayWatch.ts";

const SPEEDS = ["0.1", "1", "10", "60", "600", "max"] as const;

/** Steps of the bar, ms of market time: a key moves it by one, a page key by more. */
const STEP_MS = 1_000;

/**
 * The bar of market time of a venue that replays a journal: where it stands, and for an operator what moves
 * it.
 */
export function ReplayBar({ replay }: { readonly replay: ReplayWatch }) {
  const place = useStore(replay.place);
  const wanted = useStore(replay.wanted);
  const failure = useStore(replay.failure);
  const isOperator = useStore(replay.isOperator);
  const isPlaying = place.state === "playing";
  const shown = wanted ?? place.time;
  return (
    <section className="replay-bar" aria-label="Replay">
      <span className="badge" title="This venue shows the past of another one; nothing can be changed here.">
        REPLAY
      </span>
      <Button
        className="close"
        aria-label={isPlaying ? "Pause" : "Play"}
        isDisabled={!isOperator || place.state === "ended"}
        onPress={() => void (isPlaying ? replay.pause() : replay.play())}
      >
        {isPlaying ? <Pause /> : <Play />}
      </Button>
      <div className="replay-time">
        <Marks replay={replay} place={place} />
        <input
          type="range"
          aria-label="Moment"
          aria-valuetext={`${dateTime(shown)} UTC`}
          min={place.fromTime}
          max={place.toTime}
          step={STEP_MS}
          value={shown}
          disabled={!isOperator}
          onChange={(event) => replay.want(Number(event.currentTarget.value))}
        />
      </div>
      <output className="replay-now" aria-busy={wanted !== undefined}>
        {dateTime(shown)} UTC
      </output>
      {isOperator ? (
        <>
          <Select
            label="Speed"
            value={place.speed}
            options={speeds(place.speed)}
            onChange={(speed) => void replay.play(speed)}
          />
          <BranchButton replay={replay} place={place} />
        </>
      ) : (
        <OperateButton replay={replay} />
      )}
      {failure !== undefined && (
        <p className="danger" role="alert">
          {failure}
        </p>
      )}
    </section>
  );
}

/** Where something stands out, above the bar. */
function Marks({
  replay,
  place: { fromTime, toTime },
}: {
  readonly replay: ReplayWatch;
  readonly place: ReplayPlace;
}) {
  const marks = useStore(replay.marks);
  const span = Math.max(1, toTime - fromTime);
  return (
    <span className="replay-marks" aria-hidden="true">
      {marks
        .filter(({ time }) => time >= fromTime && time <= toTime)
        .map(({ time, what }) => (
          <span
            key={`${what} ${time}`}
            className={`replay-mark ${what}`}
            title={`${what} ${dateTime(time)} UTC`}
            style={{ left: `${((time - fromTime) / span) * 100}%` }}
          />
        ))}
    </span>
  );
}

function speeds(speed: string): readonly (readonly [string, string])[] {
  const all = (SPEEDS as readonly string[]).includes(speed) ? SPEEDS : [speed, ...SPEEDS];
  return all.map((each) => [each, each === "max" ? "as fast as it goes" : `× ${each}`] as const);
}

/** Makes a data directory whose market goes on from here. */
function BranchButton({ replay, place }: { readonly replay: ReplayWatch; readonly place: ReplayPlace }) {
  const [made, setMade] = useState<string>();
  return (
    <DialogButton label="Branch here" title={`Branch at ${dateTime(place.time)} UTC, command ${place.seq}`}>
      {() => (
        <Form
          className="replay-form"
          onSubmit={(event) => {
            event.preventDefault();
            const directory = String(new FormData(event.currentTarget).get("directory") ?? "").trim();
            void replay.branch(directory).then(setMade);
          }}
        >
          <SignInField name="directory" label="Directory to make, on the venue's machine" autoFocus />
          <Button type="submit" className="button primary">
            Make it
          </Button>
          <Made replay={replay} directory={made} />
        </Form>
      )}
    </DialogButton>
  );
}

function Made({
  replay,
  directory,
}: {
  readonly replay: ReplayWatch;
  readonly directory: string | undefined;
}) {
  const failure = useStore(replay.failure);
  if (failure !== undefined) return <p className="danger">{failure}</p>;
  if (directory === undefined) return null;
  return (
    <p role="status">
      It is there. Start it with <code>outcry serve --data {directory}</code>
    </p>
  );
}

/** Takes the token of an operator, without which the bar only shows. */
function OperateButton({ replay }: { readonly replay: ReplayWatch }) {
  return (
    <DialogButton label="Move it…" title="Move the replay">
      {() => (
        <Form
          className="replay-form"
          onSubmit={(event) => {
            event.preventDefault();
            void replay.operate(String(new FormData(event.currentTarget).get("token") ?? "").trim());
          }}
        >
          <p className="muted">
            Whoever has the token of the replay moves it for everybody. <code>outcry replay</code> prints it.
          </p>
          <SignInField name="token" label="Token" isHidden autoFocus />
          <Button type="submit" className="button primary">
            Take it
          </Button>
          <Made replay={replay} directory={undefined} />
        </Form>
      )}
    </DialogButton>
  );
}
