import { expect, test } from "vitest";
import { wireProfileOf, wireProfiles } from "./profile.ts";

test.each(["seed", "observed", "strict-sdk"] as const)("%s is a profile by its name", (name) => {
  expect(wireProfileOf(name)).toEqual(wireProfiles[name]);
});

test("a name takes switches, and is called as it was written", () => {
  expect(wireProfileOf("observed,history=all,token=ABC")).toEqual({
    ...wireProfiles.observed,
    history: "all",
    token: "ABC",
    name: "observed,history=all,token=ABC",
  });
});

test.each([
  "",
  "Seed",
  "constructor",
  "seed,",
  "seed,history",
  "seed,history=some",
  "seed,name=x",
  "seed,toString=x",
  "seed,token=",
  "seed,token=a b",
  "seed,history=all=all",
])("'%s' is none", (text) => expect(wireProfileOf(text)).toBeUndefined());
