import { expect, test } from "vitest";
import { limitProfiles } from "./profile.ts";
import { LimitProfileError, readLimitProfile } from "./readProfile.ts";

test("a budget that is left out is no limit", () => {
  const uidWeight = { max: 5, windowMs: 1_000 };
  expect(readLimitProfile({ name: "mine", uidWeight })).toEqual({
    ...limitProfiles.off,
    name: "mine",
    uidWeight,
  });
});

test("everything that a profile can say", () => {
  const { name: _, ...seed } = limitProfiles.seed;
  const file = { ...seed, name: "mine", loopback: "counted" };
  expect(readLimitProfile(JSON.parse(JSON.stringify(file)))).toEqual(file);
});

test.each([
  [null, /the file must be object/],
  [{}, /name/],
  [{ name: "seed" }, /name/],
  [{ name: "a b" }, /name/],
  [{ name: "x", weight: 1 }, /additional properties/],
  [{ name: "x", ipWeight: 5 }, /ipWeight/],
  [{ name: "x", ipWeight: { max: 0, windowMs: 1 } }, /ipWeight\/max/],
  [{ name: "x", ipWeight: { max: 1.5, windowMs: 1 } }, /ipWeight\/max/],
  [{ name: "x", ipWeight: { max: 1 } }, /windowMs/],
  [{ name: "x", loopback: "maybe" }, /loopback/],
  [{ name: "x", sockets: { channels: 0 } }, /sockets\/channels/],
  [{ name: "x", sockets: { operations: 240 } }, /sockets\/operations/],
  [{ name: "x", spot: { cancels: [] } }, /spot\/cancels/],
])("%j is refused, naming the place", (file, place) => {
  expect(() => readLimitProfile(file)).toThrow(LimitProfileError);
  expect(() => readLimitProfile(file)).toThrow(place);
});
