import { describe, expect, test } from "vitest";
import { parseServers } from "./hosts.ts";

describe("the servers of a cluster's database", () => {
  test("each gets a URL of its own", () => {
    expect(parseServers("postgres://u:p@a:5433,b,[::1]:7/venue?sslmode=require")).toEqual([
      { url: "postgres://u:p@a:5433/venue?sslmode=require", name: "a:5433" },
      { url: "postgres://u:p@b/venue?sslmode=require", name: "b" },
      { url: "postgres://u:p@[::1]:7/venue?sslmode=require", name: "[::1]:7" },
    ]);
    expect(parseServers("postgresql://%2Ftmp%2Fs/venue")).toEqual([
      { url: "postgresql://%2Ftmp%2Fs/venue", name: "/tmp/s" },
    ]);
  });

  test.each([
    ["postgres://u:secret@a", /names no database/],
    ["postgres://u:secret@a/", /names no database/],
    ["mysql://u:secret@a/b", /postgres:\/\/user:password@host/],
    ["postgres://u:secret@a,,b/venue", /a host that is none/],
    ["postgres://u:secret@a:port/venue", /a host that is none/],
    ["postgres://u:secret@/venue", /a host that is none/],
    ["postgres://u:secret@a,%2/venue", /a host that is none/],
    ["postgres://u:secret@%ff/venue", /a host that is none/],
    ["", /postgres:\/\/user:password@host/],
  ])("%s is refused, without its password", (url, sentence) => {
    const parse = () => parseServers(url);
    expect(parse).toThrow(sentence);
    expect(parse).not.toThrow("secret");
  });
});
