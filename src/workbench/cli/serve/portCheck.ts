import { createServer } from "node:net";
import { CliError, EXIT_PORT_BUSY } from "../exitCodes.ts";

/** Refuses a taken port before anything else begins. Port 0 is always free. */
export async function checkPort(host: string, port: number): Promise<void> {
  if (port === 0) return;
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => reject(listenError(error, host, port)));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve()));
  });
}

/** Why a port cannot be listened on, and what to do. */
export function listenError(error: NodeJS.ErrnoException, host: string, port: number): CliError {
  switch (error.code) {
    case "EADDRINUSE":
      return new CliError(
        `port ${port} on ${host} is in use, by another venue or another program. Stop that one, or choose another port: --port 0 takes a free one`,
        { exitCode: EXIT_PORT_BUSY, cause: error },
      );
    case "EACCES":
      return new CliError(
        `port ${port} on ${host} needs rights that this user does not have; choose one above 1023`,
        { exitCode: EXIT_PORT_BUSY, cause: error },
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new CliError(`--host ${host} is not an address of this machine`, {
        exitCode: EXIT_PORT_BUSY,
        cause: error,
      });
    default:
      return new CliError(`cannot listen on ${host}, port ${port}: ${error.message}`, {
        exitCode: EXIT_PORT_BUSY,
        cause: error,
      });
  }
}
