import { once } from "node:events";
import {
  type AddressInfo,
  connect,
  createServer,
  type NetConnectOpts,
  type Server,
  type Socket,
} from "node:net";

/** `there`: from whoever connects to the target. */
export type Direction = "there" | "back";

/**
 * A network that fails when told to, between whoever connects to its port and a target: links are cut, stand
 * still in one direction or both (half-open, as neither side is told), or are slow. All until `mend`.
 */
export class TcpProxy {
  readonly port: number;
  target: NetConnectOpts;
  readonly #server: Server;
  readonly #links = new Set<Link>();
  readonly #state: LinkState = { held: new Set(), delayMs: 0 };
  #isCut = false;

  private constructor(server: Server, target: NetConnectOpts) {
    this.#server = server;
    this.target = target;
    this.port = (server.address() as AddressInfo).port;
    server.on("connection", (near) => {
      if (this.#isCut) {
        near.destroy();
        return;
      }
      const link = new Link(near, connect(this.target), this.#state, () => this.#links.delete(link));
      this.#links.add(link);
    });
  }

  static async start(target: NetConnectOpts): Promise<TcpProxy> {
    const server = createServer({ allowHalfOpen: true }).listen(0, "127.0.0.1");
    await once(server, "listening");
    return new TcpProxy(server, target);
  }

  /** Ends all links, and every new one at once. */
  cut(): void {
    this.#isCut = true;
    for (const link of this.#links) link.end();
  }

  /**
   * What goes in these directions waits in the proxy, ends of connections as well; the links of now only, or
   * new ones, too.
   */
  hold(directions: readonly Direction[], which: "links of now" | "all links" = "all links"): void {
    if (which === "all links") for (const direction of directions) this.#state.held.add(direction);
    for (const link of this.#links) link.hold(directions);
  }

  /** Each piece of data is so much later. */
  slow(delayMs: number): void {
    this.#state.delayMs = delayMs;
  }

  /** As at first; what was held goes on its way. */
  mend(): void {
    this.#isCut = false;
    this.#state.held.clear();
    this.#state.delayMs = 0;
    for (const link of this.#links) link.release();
  }

  async end(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, "close");
  }
}

interface LinkState {
  /** Directions in which new links stand still. */
  readonly held: Set<Direction>;
  delayMs: number;
}

/**
 * One connection through the proxy: what arrives waits in order, and goes on unless its direction is held.
 */
class Link {
  readonly #ways: Record<Direction, Way>;

  constructor(near: Socket, far: Socket, state: LinkState, ended: () => void) {
    let open = 2;
    for (const socket of [near, far]) {
      socket.on("error", () => {}); // "close" follows
      socket.on("close", () => --open === 0 && ended());
    }
    this.#ways = { there: new Way(near, far, state), back: new Way(far, near, state) };
    this.hold([...state.held]);
  }

  hold(directions: readonly Direction[]): void {
    for (const direction of directions) this.#ways[direction].isHeld = true;
  }

  release(): void {
    for (const way of Object.values(this.#ways)) {
      way.isHeld = false;
      way.go();
    }
  }

  end(): void {
    for (const way of Object.values(this.#ways)) way.from.destroy();
  }
}

class Way {
  readonly from: Socket;
  isHeld = false;
  readonly #to: Socket;
  readonly #waiting: (Buffer | "end")[] = [];

  constructor(from: Socket, to: Socket, state: LinkState) {
    this.from = from;
    this.#to = to;
    const arrived = (what: Buffer | "end") => {
      const pass = () => {
        this.#waiting.push(what);
        this.go();
      };
      if (state.delayMs === 0) pass();
      else setTimeout(pass, state.delayMs);
    };
    from.on("data", arrived);
    from.on("close", () => arrived("end"));
    from.on("end", () => from.end());
  }

  go(): void {
    while (!this.isHeld && this.#waiting.length > 0) {
      const next = this.#waiting.shift()!;
      if (next === "end") this.#to.end(() => this.#to.destroy());
      else if (this.#to.writable) this.#to.write(next);
    }
  }
}
