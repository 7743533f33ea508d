import { describe, expect, test } from "vitest";
import { SimulatedClock } from "../../../test/host/simulatedClock.ts";
import { openBed, pass } from "../../../test/simulation/engineBed.ts";
import { mix, poison, toyKind } from "../../../test/simulation/toyMachine.ts";
import type { Engine } from "./engine.ts";
import { Schedule, StepEndedError } from "./schedule.ts";
import { TimeReversalError, VenueClock } from "./venueClock.ts";

const START = 1_000_000;

async function scheduled(clockOf: (host: SimulatedClock) => VenueClock) {
  const host = new SimulatedClock({ seed: 3, startMs: START });
  const clock = clockOf(host);
  const bed = await openBed({ host, clock, machine: toyKind({ ticking: true }) });
  const errors: string[] = [];
  const skips: [number, number][] = [];
  const schedule = new Schedule({
    clock,
    engine: bed.engine,
    onTaskError: (error, name) => errors.push(`${name}: ${String(error)}`),
    onSkip: (from, to) => skips.push([from, to]),
  });
  return { ...bed, host, schedule, errors, skips };
}

const frozen = (host: SimulatedClock): VenueClock => VenueClock.frozen(host, START);

/** Stamps of the frames that the engine gave out. */
function stamps(engine: Engine): number[] {
  const times: number[] = [];
  engine.subscribe((frame) => times.push(frame.time - START));
  return times;
}

test("a step visits every beat and due time in order and returns when all of it is durable", async () => {
  const { engine, schedule, clock } = await scheduled(frozen);
  const beats: string[] = [];
  schedule.every(
    400,
    async (time) => {
      beats.push(`feed ${time - START}`);
      await engine.submit(mix(1, 1));
    },
    "feed",
  );
  schedule.every(
    800,
    async (time) => {
      beats.push(`trader ${time - START}`);
      await engine.submit(mix(2, 2));
      void engine.submit(mix(3, 3)); // not even awaited
    },
    "trader",
  );
  await engine.settle();
  const times = stamps(engine);
  await schedule.step(2_100);
  expect(beats).toEqual([
    "feed 400",
    "feed 800",
    "trader 800",
    "feed 1200",
    "feed 1600",
    "trader 1600",
    "feed 2000",
  ]);
  expect(times).toEqual([400, 800, 800, 800, 1000, 1200, 1600, 1600, 1600, 2000, 2000]);
  expect([engine.durableSeq, clock.now()]).toEqual([engine.headSeq, START + 2_100]);
  const { durableSeq } = engine;
  void engine.submit(mix(1, 1));
  await schedule.step(0); // what clients sent meanwhile is behind the barrier too
  expect(engine.durableSeq).toBe(durableSeq + 1);
});

test("the next event is the nearest beat or due time; steps queue behind each other", async () => {
  const { schedule, clock, engine } = await scheduled(frozen);
  await engine.settle();
  schedule.every(700, async () => {}, "feed");
  expect(await schedule.nextEvent()).toBe(1_000_300); // 1 429 times 700
  const both = [schedule.nextEvent(), schedule.step(50)];
  expect(await Promise.all(both)).toEqual([1_001_000, 1_001_050]);
  expect(clock.now()).toBe(1_001_050);
  await expect(schedule.stepTo(START)).rejects.toThrow(TimeReversalError);
  await schedule.stepTo(1_002_000);
  expect(clock.now()).toBe(1_002_000);
});

test("without beats and due times the next event is now", async () => {
  const { engine, clock } = await openBed();
  const schedule = new Schedule({ clock, engine, onTaskError: () => undefined });
  expect(await schedule.nextEvent()).toBe(1_000_000);
});

test("a failing task fails the step, and the next step goes on", async () => {
  const { schedule } = await scheduled(frozen);
  let runs = 0;
  schedule.every(
    100,
    async () => {
      if (++runs === 1) throw new Error("no price");
    },
    "feed",
  );
  await expect(schedule.step(100)).rejects.toThrow("no price");
  await schedule.step(100);
  expect(runs).toBe(2);
});

test("a task of certain times that failed is run again a second later, until it does not fail", async () => {
  const { schedule, host, errors } = await scheduled((each) => VenueClock.wall(each));
  const runs: number[] = [];
  const moments = async (time: number): Promise<void> => {
    runs.push(time - START);
    if (runs.length < 3) throw new Error("busy");
  };
  schedule.at([START + 500, START + 5_000], moments, "contest");
  schedule.start();
  await pass(host, 7_000);
  expect([runs, errors]).toEqual([
    [500, 1_500, 2_500, 5_000],
    ["contest: Error: busy", "contest: Error: busy"],
  ]);
  await schedule.stop();
});

test("on the wall clock beats run as time passes, failures are told, and stop ends them", async () => {
  const { schedule, host, errors } = await scheduled((each) => VenueClock.wall(each));
  const beats: number[] = [];
  schedule.every(
    250,
    async (time) => {
      beats.push(time - START);
      if (beats.length === 2) throw new Error("no price");
    },
    "feed",
  );
  await pass(host, 600); // not started: nothing runs, nothing is caught up
  schedule.start();
  await pass(host, 600);
  expect([beats, errors]).toEqual([[750, 1000], ["feed: Error: no price"]]);
  await pass(host, 300);
  expect(beats).toEqual([750, 1000, 1250, 1500]);
  await schedule.stop();
  await pass(host, 5_000);
  expect(beats).toHaveLength(4);
});

test("late beats on the wall clock run one after the other; very late ones are skipped, the last is not", async () => {
  const { schedule, host, skips } = await scheduled((each) => VenueClock.wall(each));
  const beats: number[] = [];
  let holdMs = 0;
  schedule.every(
    1_000,
    async (time) => {
      beats.push(time - START);
      if (holdMs > 0) await new Promise<void>((resolve) => host.setTimer(holdMs, resolve));
      holdMs = 0;
    },
    "feed",
  );
  schedule.start();
  holdMs = 3_500;
  await pass(host, 5_000);
  expect(beats).toEqual([1_000, 2_000, 3_000, 4_000, 5_000]);
  holdMs = 20_300;
  await pass(host, 22_000);
  expect(beats.slice(5)).toEqual([6_000, 26_000, 27_000]);
  expect(skips).toEqual([[START + 7_000, START + 26_300]]);
});

test("what has times of its own happens at each of them, however late", async () => {
  const { schedule, host, skips } = await scheduled((each) => VenueClock.wall(each));
  const times: number[] = [];
  const moments = [0, 1_500, 1_500, 3_000, 30_000].map((ms) => START + ms);
  schedule.at(
    moments,
    async (time) => {
      times.push(time - START);
      if (time === moments[1]) await new Promise<void>((resolve) => host.setTimer(20_000, resolve));
    },
    "timeline",
  );
  expect(schedule.tasks).toEqual([{ name: "timeline", intervalMs: 0, isOn: true }]);
  await pass(host, 10);
  schedule.start();
  await pass(host, 40_000);
  expect(times).toEqual([0, 1_500, 3_000, 30_000]);
  expect(skips).toEqual([]);
});

test("a beat may switch another task on or off, which waits for that one's beat alone", async () => {
  const { schedule } = await scheduled(frozen);
  const beats: string[] = [];
  schedule.every(1_000, async (time) => void beats.push(`feed ${time - START}`), "feed");
  schedule.at([START + 1_500], () => schedule.switchTask("feed", false), "timeline");
  await schedule.step(3_000);
  expect(beats).toEqual(["feed 1000"]);
});

test("a scaled clock visits every instant at its own time, however late", async () => {
  const { schedule, host, engine, clock } = await scheduled(frozen);
  await engine.settle();
  const times = stamps(engine);
  const beats: number[] = [];
  schedule.every(
    600,
    async (time) => {
      beats.push(time - START);
      expect(clock.now()).toBe(time);
      if (beats.length === 1) await new Promise<void>((resolve) => host.setTimer(20, resolve)); // 2 s of market time
      await engine.submit(mix(1, 1));
    },
    "feed",
  );
  schedule.start();
  clock.run(100);
  await pass(host, 40);
  expect(beats).toEqual([200, 800, 1400, 2000, 2600, 3200, 3800]);
  expect(times).toEqual([200, 800, 1000, 1400, 2000, 2000, 2600, 3000, 3200, 3800, 4000]);
  clock.freeze();
  await pass(host, 1_000);
  expect(beats).toHaveLength(7);
  await schedule.step(400);
  expect(beats.at(-1)).toBe(4400);
  await schedule.stop();
});

test("a schedule ends with the engine", async () => {
  const { schedule, host, engine, errors } = await scheduled((each) => VenueClock.wall(each));
  let runs = 0;
  schedule.every(
    100,
    async () => {
      runs++;
    },
    "feed",
  );
  schedule.start();
  await engine.submit(poison).catch(() => undefined);
  await pass(host, 1_000);
  expect([runs, errors.length]).toEqual([0, 1]);
  expect(errors[0]).toContain("the market has stopped");
});

test("a task may have its moment in each interval: beats come at them, each once, however time is cut", async () => {
  const moments = [0, 250, 999, 1, 500, 30];
  for (const cuts of [[5_000], Array.from({ length: 50 }, () => 100)]) {
    const { schedule } = await scheduled(frozen);
    const beats: number[] = [];
    schedule.every(1_000, async (time) => void beats.push(time - START), "trader", {
      offset: (beat) => moments[(beat - START / 1_000) % moments.length]!,
    });
    for (const ms of cuts) await schedule.step(ms);
    expect(beats).toEqual([1_250, 2_999, 3_001, 4_500]);
  }
});

test.each([undefined, null, Number.NaN, Number.POSITIVE_INFINITY, -1, 0.5, "5", {}, 2 ** 53])(
  "a step of %j is refused in a sentence, and moves nothing",
  async (ms) => {
    const { schedule, clock } = await scheduled(frozen);
    await expect(schedule.step(ms as number)).rejects.toThrow(
      `a step's ms must be a whole number, 0 or more, got '${ms}'`,
    );
    if (ms !== -1 && ms !== 2 ** 53)
      await expect(schedule.stepTo(ms as number)).rejects.toThrow(/^a step's time|TimeReversalError/);
    expect(clock.now()).toBe(START);
  },
);

describe("a step that is ended", () => {
  async function busy() {
    const bed = await scheduled(frozen);
    await bed.engine.settle();
    let atBeat: (time: number) => void = () => {};
    bed.schedule.every(
      300,
      async (time) => {
        await bed.engine.submit(mix(1, time % 7));
        atBeat(time - START);
      },
      "feed",
    );
    const onBeat = (then: typeof atBeat): void => {
      atBeat = then;
    };
    return { ...bed, onBeat };
  }

  test.each([
    ["by a signal", "its caller hung up"],
    ["by name", "alice ended it"],
    ["by the end of the schedule", "the market is closed"],
  ])("%s stays at the instant that it has reached, and is what a step up to there is", async (how, why) => {
    const { schedule, engine, clock, onBeat } = await busy();
    const gone = new AbortController();
    const ends: Promise<void>[] = [];
    onBeat((time) => {
      if (time !== 1_400) return;
      if (how === "by a signal") gone.abort(new Error(why));
      else ends.push(how === "by name" ? schedule.endSteps(why) : schedule.stop());
    });
    const step = schedule.step(1e12, gone.signal);
    const behind = schedule.step(5_000);
    behind.catch(() => undefined);
    const error = await step.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(StepEndedError);
    expect(error).toMatchObject({
      time: START + 1_400,
      message: `the step was ended at market time ${START + 1_400}, ${1e12 - 1_400} ms before its end: ${why}`,
    });
    if (how === "by a signal") expect(await behind).toBe(START + 6_400);
    else await expect(behind).rejects.toThrow(`${START + 1_400}, 5000 ms before its end: ${why}`);
    await Promise.all(ends);
    const other = await busy();
    await other.schedule.step(clock.now() - START);
    expect(engine.digest).toEqual(other.engine.digest);
    expect(engine.durableSeq).toBe(engine.headSeq);
  });

  test("tells how far it is, and where it ended", async () => {
    const { schedule, onBeat } = await busy();
    expect(schedule.lastStep).toBeUndefined();
    const seen: unknown[] = [];
    onBeat(() => seen.push(schedule.lastStep));
    await schedule.step(700);
    const [from, to] = [START, START + 700];
    expect(seen).toEqual([
      { from, to, time: START + 200, isOver: false },
      { from, to, time: START + 500, isOver: false },
    ]);
    expect(schedule.lastStep).toEqual({ from, to, time: to, isOver: true });
    await schedule.endSteps("there is none"); // and no later one ends by it
    expect(await schedule.step(100)).toBe(START + 800);
  });

  test("lets others have their turn between two instants", async () => {
    const { schedule } = await busy();
    const step = schedule.step(1e12);
    setImmediate(() => void schedule.endSteps("somebody else had a turn"));
    await expect(step).rejects.toThrow("somebody else had a turn");
  });
});

test("beats that would do nothing are gone past, and everything else is as if they were not", async () => {
  const beds = await Promise.all(
    [false, true].map(async (goesPast) => {
      const bed = await scheduled(frozen);
      await bed.engine.settle();
      let wanted = 0;
      let told = 0;
      let beats = 0;
      bed.schedule.every(
        100,
        async (time) => {
          beats++;
          if (wanted === told) return;
          told = wanted;
          await bed.engine.submit(mix(told, time % 11));
        },
        "prices",
        goesPast ? { isQuiet: () => wanted === told } : {},
      );
      bed.schedule.every(1_750, async () => void wanted++, "whoever moves them");
      for (const ms of [1, 999, 20_000, 3, 12_345]) await bed.schedule.step(ms);
      return { digest: bed.engine.digest, seq: bed.engine.headSeq, beats };
    }),
  );
  const [each, past] = beds;
  expect(past).toMatchObject({ digest: each!.digest, seq: each!.seq });
  expect([each!.beats, past!.beats]).toEqual([333, 57]); // those at an instant of something else are not gone past
});
