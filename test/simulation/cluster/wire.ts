import type {
  ChannelListener,
  LinkConnection,
  LinkPeer,
  LinkService,
  Wire,
  WireListener,
} from "../../../src/assembly/cluster/link/wire.ts";
import { NotTaken, Unanswered } from "../../../src/assembly/cluster/link/wire.ts";
import type { NodeAddress } from "../../../src/kernel/journal/clusterLog.ts";
import type { Response, WholeRequest } from "../../../src/service/gateway/index.ts";
import type { Life } from "./machine.ts";
import type { Lane, Network } from "./network.ts";

/** The nodes' network in the simulation: who listens where, and the connections there are. */
export class SimulatedLinks {
  readonly network: Network;
  readonly #listening = new Map<string, { readonly life: Life; readonly service: LinkService }>();
  readonly #connections = new Set<Connection>();

  constructor(network: Network) {
    this.network = network;
  }

  /** The wire as one process has it. */
  of(life: Life): Wire {
    const { name } = life.machine;
    return {
      listen: async (_at, service): Promise<WireListener> => {
        this.#listening.set(name, { life, service });
        return {
          port: 1,
          close: async () => this.reset(name),
        };
      },
      reaches: (address: string, withinMs: number) =>
        new Promise((resolve) => {
          const to = address.split(":")[0]!;
          const there = this.network.lane(name, to);
          const back = this.network.lane(to, name);
          const settle = (isReached: boolean): void => {
            there.finish();
            back.close();
            life.enter(() => resolve(isReached));
          };
          const timer = life.clock.setTimer(withinMs, () => settle(false));
          there.send(() => {
            this.#listening.get(to)?.life.enter(() =>
              back.send(() => {
                timer.clear();
                settle(true);
              }),
            );
          });
        }),
      connect: (address: string, self: NodeAddress, peer: LinkPeer): LinkConnection => {
        const to = address.split(":")[0]!;
        const connection: Connection = new Connection(this.network, {
          near: life,
          peer,
          to,
          there: () => this.#listening.get(to),
          ended: () => this.#connections.delete(connection),
        });
        this.#connections.add(connection);
        connection.follow(self);
        return connection;
      },
    };
  }

  /** Nobody listens at a place any more, and nobody is told. */
  silence(name: string): void {
    this.#listening.delete(name);
  }

  /** The process at a place has ended, and its machine lives: whoever it was connected with is told. */
  reset(name: string): void {
    this.silence(name);
    for (const connection of this.#connections) connection.resetBy(name);
  }
}

interface ConnectionEnds {
  readonly near: Life;
  readonly peer: LinkPeer;
  readonly to: string;
  readonly there: () => { readonly life: Life; readonly service: LinkService } | undefined;
  readonly ended: () => void;
}

class Connection implements LinkConnection {
  readonly #ends: ConnectionEnds;
  readonly #there: Lane;
  readonly #back: Lane;
  /** The process at the other end, once it has been reached. */
  #far: Life | undefined;
  #listener: ChannelListener | undefined;
  #isOver = false;
  readonly #unanswered = new Set<(error: Error) => void>();

  constructor(network: Network, ends: ConnectionEnds) {
    this.#ends = ends;
    const from = ends.near.machine.name;
    this.#there = network.lane(from, ends.to);
    this.#back = network.lane(ends.to, from);
  }

  follow(self: NodeAddress): void {
    this.#there.send(() => {
      const found = this.#ends.there();
      if (found === undefined) return this.#sayEnd("nobody listens there");
      this.#far = found.life;
      found.life.enter(() => {
        const back = this.#back;
        this.#listener = found.service.follow(self, {
          get backlogBytes() {
            return back.backlogBytes;
          },
          send: (line) => this.#sayBack(() => this.#ends.peer.onLine(line), line.length),
          close: () => this.#closeFar("the node does not lead"),
          cut: () => this.#closeFar("the connection was cut"),
        });
        if (this.#listener === undefined) this.#sayEnd("the node does not lead");
      });
    });
  }

  send(line: string): void {
    this.#there.send(() => this.#reach(() => this.#listener?.onLine(line)), line.length);
  }

  request(request: WholeRequest): Promise<Response> {
    return new Promise((resolve, reject) => {
      const fail = (error: Error): void => {
        this.#unanswered.delete(fail);
        reject(error);
      };
      this.#unanswered.add(fail);
      const settle = (answer: () => void): void =>
        this.#sayBack(() => {
          this.#unanswered.delete(fail);
          answer();
        });
      this.#there.send(() =>
        this.#reach(() => {
          const answering = this.#ends.there()?.service.answer(request);
          if (answering === undefined) return settle(() => reject(new NotTaken("the node does not lead")));
          void answering.then((response) =>
            settle(() =>
              response === undefined ? reject(new Unanswered("the lead was lost")) : resolve(response),
            ),
          );
        }),
      );
    });
  }

  close(): void {
    if (this.#isOver) return;
    this.#there.send(() => this.#tellListener());
    this.#end("closed");
  }

  /** One of its ends is gone; the other is told. */
  resetBy(name: string): void {
    if (name === this.#ends.near.machine.name) {
      this.#there.send(() => this.#tellListener());
      this.#end("the process has ended");
    } else if (this.#far?.machine.name === name) {
      this.#listener = undefined;
      this.#sayEnd("the connection was closed");
    }
  }

  /**
   * Does something at the other end; a machine that has started anew knows nothing of this connection, and
   * says so.
   */
  #reach(work: () => void): void {
    const far = this.#far;
    if (far === undefined || !far.isOver) far?.enter(work);
    else if (far.machine.life !== undefined) this.#sayEnd("the connection is not known there");
  }

  #closeFar(why: string): void {
    this.#sayEnd(why);
    this.#tellListener();
  }

  #tellListener(): void {
    const listener = this.#listener;
    this.#listener = undefined;
    this.#far?.enter(() => listener?.onClose());
  }

  #sayBack(heard: () => void, bytes = 0): void {
    this.#back.send(
      () =>
        this.#ends.near.enter(() => {
          if (!this.#isOver) heard();
        }),
      bytes,
    );
  }

  #sayEnd(why: string): void {
    this.#sayBack(() => {
      this.#end(why);
      this.#ends.peer.onEnd(why);
    });
  }

  #end(why: string): void {
    this.#isOver = true;
    this.#there.finish();
    this.#back.close();
    this.#ends.ended();
    for (const fail of this.#unanswered) fail(new Unanswered(why));
  }
}
