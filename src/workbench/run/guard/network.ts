import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";

/**
 * Makes a new network namespace the only network that the program can reach. Needs CAP_NET_ADMIN and
 * CAP_SYS_ADMIN in it.
 */

/** Ways to switch the loopback interface on; the first program that exists does it. */
const LOOPBACK_UP: readonly (readonly [string, ...string[]])[] = [
  ["ip", "link", "set", "lo", "up"],
  ["busybox", "ip", "link", "set", "lo", "up"],
  ["ifconfig", "lo", "up"],
  [
    "python3",
    "-c",
    // SIOCSIFFLAGS with IFF_UP | IFF_LOOPBACK | IFF_RUNNING
    "import fcntl, socket, struct; fcntl.ioctl(socket.socket(), 0x8914, struct.pack('16sH22x', b'lo', 0x49))",
  ],
];

/**
 * Makes every address this machine's own: a connection to a bare address is accepted here and reported,
 * instead of timing out.
 */
const EVERYWHERE_IS_HERE: readonly (readonly [string, ...string[]])[] = [
  ["ip", "route", "add", "local", "0.0.0.0/0", "dev", "lo"],
  ["ip", "-6", "route", "add", "local", "::/0", "dev", "lo"],
];

/**
 * The file that says how names are resolved: only its row for hosts is changed; users and groups are found as
 * before.
 */
const NAME_SWITCH = "/etc/nsswitch.conf";

/** Switches the loopback interface on. @throws Error saying what is missing */
export function raiseLoopback(): void {
  if (!LOOPBACK_UP.some((words) => succeeds(words))) {
    throw new Error(
      "the loopback of the new network cannot be switched on: install ip (iproute2), busybox, ifconfig or python3; where one is there, the system refuses it (see docs/run.md)",
    );
  }
  // Without `ip` bare addresses are unreachable, which guards as well but reports less.
  for (const words of EVERYWHERE_IS_HERE) succeeds(words);
}

/**
 * Mounts our files over those that resolve names, for this namespace alone: the stand-ins' names, one name
 * server, and no other way (a system's own resolver answers over a socket in the file system, which no
 * network namespace cuts off).
 */
export function layOverNames(hosts: readonly string[], directory: string): void {
  const names = ["localhost", hostname(), ...hosts].map((name) => `127.0.0.1 ${name}\n`);
  bindMount("/etc/hosts", file(directory, "hosts", `${names.join("")}::1 localhost\n`));
  bindMount("/etc/resolv.conf", file(directory, "resolv.conf", "nameserver 127.0.0.1\n"));
  if (existsSync(NAME_SWITCH)) {
    const order = readFileSync(NAME_SWITCH, "utf8").replace(/^hosts:.*$/m, "hosts: files dns");
    bindMount(NAME_SWITCH, file(directory, "nsswitch.conf", order));
  }
  const nothing = join(directory, "nothing");
  mkdirSync(nothing);
  for (const cache of ["/run/nscd", "/var/run/nscd", "/run/systemd/resolve/io.systemd.Resolve"]) {
    if (existsSync(cache)) bindMount(cache, cache.endsWith("nscd") ? nothing : file(directory, "none", ""));
  }
}

/** Mounts `source` over `target` if that exists. @throws Error */
export function bindMount(target: string, source: string): void {
  if (!existsSync(target)) return;
  const { status, stderr, error } = spawnSync("mount", ["--bind", source, target], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${target} cannot be laid over: ${error?.message ?? stderr.trim()}`);
}

/**
 * How many connections and messages in this network reached nobody so far: refused by a port without a
 * listener, or not sent for lack of a route. From the counters of RFC 1213 in Linux's `/proc/net/snmp`; 0
 * where that cannot be read.
 */
export function unreachedCount(): number {
  const lines = readFileSync("/proc/net/snmp", "utf8").split("\n");
  return FOUND_NOBODY.reduce((sum, [protocol, counter]) => {
    const [names = "", values = ""] = lines.filter((line) => line.startsWith(`${protocol}: `));
    const at = names.split(" ").indexOf(counter);
    return sum + (at < 0 ? 0 : Number(values.split(" ")[at]));
  }, 0);
}

const FOUND_NOBODY = [
  ["Tcp", "AttemptFails"],
  ["Udp", "NoPorts"],
  ["Ip", "OutNoRoutes"],
] as const;

function file(directory: string, name: string, text: string): string {
  const path = join(directory, name);
  writeFileSync(path, text, { mode: 0o644 });
  return path;
}

export function succeeds([command, ...words]: readonly [string, ...string[]]): boolean {
  return spawnSync(command, words, { stdio: "ignore" }).status === 0;
}
