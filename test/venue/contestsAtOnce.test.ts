import { expect, test } from "vitest";
import { eventLayouts, RecordView } from "../../src/kernel/core/index.ts";
import { control } from "./control.ts";
import { venueOfTest } from "./venueOfTest.ts";

test("contests that are created and moved at the same time are so one after the other", async () => {
  const venue = await venueOfTest({ prices: { btc: 60_000 }, clock: "test" });
  const call = (path: string, body: object) => control(venue, `contests/${path}`, body);
  const at = (day: number) => new Date(venue.clock.now() + day * 86_400_000).toISOString();
  const create = (name: string, teams: string) => {
    const rules = { name, balance: "1000", start: at(1), end: at(2), book: "house" };
    return call("create", { rules: JSON.stringify(rules), teams });
  };
  const refusalOf = async (...creating: readonly ReturnType<typeof create>[]) => {
    const refused = (await Promise.all(creating)).filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(1);
    return refused[0]!.body.msg;
  };
  expect(await refusalOf(create("cup", "blue"), create("cup", "red"))).toBe("There is a contest cup already");
  expect(await refusalOf(create("bowl", "green"), create("jug", "green"))).toContain(
    "takes part in another contest",
  );
  const contests = await venue.engine.query({ type: "contests" });
  expect(contests.map(({ definition }) => JSON.parse(definition).group)).toEqual([1, 2]);

  const minute = Math.ceil(venue.clock.now() / 60_000) * 60_000;
  const [start, end] = [minute + 60_000, minute + 240_000];
  await call("move", { contest: "cup", moment: "start", at: start });
  const moves = [
    { contest: "cup", moment: "start", at: start + 60_000 },
    { contest: "cup", moment: "end", at: end },
  ];
  await Promise.all(moves.map((move) => call("move", move)));
  const [cup] = await venue.engine.query({ type: "contests" });
  expect(JSON.parse(cup!.definition)).toMatchObject({ start: start + 60_000, end });
});

test("a team's name is no other's for the practice round, and the refusal makes nothing", async () => {
  const venue = await venueOfTest({ prices: { btc: 60_000 }, clock: "test" });
  const at = (day: number) => new Date(venue.clock.now() + day * 86_400_000).toISOString();
  const practice = { start: at(1), end: at(2) };
  const create = (more: object) => {
    const rules = { name: "cup", balance: "1000", start: at(3), end: at(4), ...more };
    return control(venue, "contests/create", { rules: JSON.stringify(rules), teams: "blue\nblue.practice" });
  };
  const before = (await venue.engine.query({ type: "accounts" })).length;
  const refused = await create({ practice });
  expect([refused.status, refused.body.msg]).toEqual([
    400,
    expect.stringContaining("another name for 'blue.practice': it is blue's account for the practice round"),
  ]);
  expect(await venue.engine.query({ type: "accounts" })).toHaveLength(before);
  expect((await create({})).status).toBe(200);
});

test("all teams are let in by one frame, so that none begins before the others", async () => {
  const venue = await venueOfTest({ prices: { btc: 60_000 }, clock: "test" });
  const start = Math.ceil(venue.clock.now() / 60_000 + 1) * 60_000;
  const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();
  const rules = { name: "cup", balance: "1000", start: at(0), end: at(9) };
  const teams = Array.from({ length: 60 }, (_, i) => `team-${i}`).join("\n");
  const made = await control(venue, "contests/create", { rules: JSON.stringify(rules), teams });
  expect(made.status).toBe(200);
  const frames: number[] = [];
  const stop = venue.engine.subscribe((frame) => {
    const view = new RecordView(frame.events);
    let admitted = 0;
    for (let place = 0; place < view.length; place = view.next(place))
      if (view.kind(place) === eventLayouts.accountChanged.kind) admitted += 1;
    if (admitted > 0) frames.push(admitted);
  });
  await venue.step(start - venue.clock.now());
  stop();
  expect(frames).toEqual([60]);
});
