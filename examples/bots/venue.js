import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startVenue } from "outcry";
import { V2Client } from "outcry/client";

/*
 * A venue for a bot, and an account of its own there.
 *
 * npx node examples/bots/market-maker.js                 starts a venue in this process, with a simulated market
 * npx node examples/bots/market-maker.js --data ./data trades on the venue that runs on that directory (npm
 * start) npm run outcry -- exam -- node examples/bots/market-maker.js is examined: the environment names
 * venue and key
 *
 * --speed 60    market time of a venue of its own runs so many times as fast
 * --events 10   ends by itself after so many of what the bot tells; without, Ctrl-C does
 */

/** How often a bot says what it holds. */
const HELD_EVERY_MS = 60_000;

/** The code of V2 that says that risk control has taken the API from the account, for good. */
const RESTRICTED = "40753";

/** What a bot is given. */
export async function enter(name, balance = "10000") {
  const { values } = parseArgs({
    options: { data: { type: "string" }, speed: { type: "string" }, events: { type: "string" } },
  });
  const { venue, baseUrl, credentials } =
    values.data !== undefined
      ? await runningVenue(values.data, name, balance)
      : (givenVenue() ?? (await ownVenue(name, balance, Number(values.speed ?? 1))));
  const client = new V2Client({ baseUrl, credentials }); // keeps within the seed's limits by itself
  let eventsLeft = Number(values.events ?? Number.POSITIVE_INFINITY);
  let isLeaving = false;
  let isRestricted = false;
  const leave = () => {
    isLeaving = true;
    client.close(); // ends every loop over what is pushed
  };
  process.once("SIGINT", leave);
  process.once("uncaughtException", (error) => {
    // The client has tried for longer than a restart takes, and its sockets go on trying.
    const isGone = error.name === "NoAnswerError" || error.message.startsWith("no connection to ");
    quit(isGone ? `${noVenueAt(baseUrl)} (${error.message})` : error.stack);
  });
  const sayWhatIsHeld = async () => {
    const [[{ equity }], positions] = await Promise.all([client.account.assets(), client.positions.all()]);
    const held = positions.map(({ side, size, symbol }) => `${side} ${size} ${symbol}`);
    console.log(`holds ${held.join(", ") || "nothing"}, equity ${equity} USDT`);
  };
  await sayWhatIsHeld();
  const saying = setInterval(
    () => sayWhatIsHeld().catch(({ message }) => console.log(`not known what it holds: ${message}`)),
    HELD_EVERY_MS,
  );
  return {
    client,
    /** Nothing is to be begun any more: what was pushed before may still come. */
    isLeaving: () => isLeaving,
    /**
     * Does something to the account. What is refused is told, and tried again when its time comes; a bot that
     * is restricted leaves. Where the venue fails or goes away under it nobody knows whether it was done: the
     * account shows it, once it is up to date again.
     */
    async attempt(account, action) {
      try {
        return await action();
      } catch (error) {
        if (isLeaving) return; // nothing is waited for any more; goHome() sees to what was begun
        if (error.code === RESTRICTED) {
          console.log(`it opens nothing any more: ${error.message}`);
          isRestricted = true;
          return leave();
        }
        if (error.name === "VenueError") console.log(`refused: ${error.message}`);
        else if (error.name === "ThrottledError") console.log(`not sent: ${error.message}`);
        else if (error.name === "NoAnswerError") console.log(`${error.message}: the account will show it`);
        else throw error;
        await account.upToDate().catch(() => quit(noVenueAt(baseUrl)));
      }
    },
    /** Tells what happened; after enough of it the bot leaves. */
    tell(text) {
      if (isLeaving) return;
      console.log(text);
      if (--eventsLeft <= 0) leave();
    },
    /** Takes back what rests, closes what is open if it may, and ends. */
    async goHome(symbol) {
      clearInterval(saying);
      await client.orders.cancelAll({ symbol });
      if (!isRestricted) await client.positions.close({ symbol });
      const [{ equity }] = await client.account.assets();
      console.log(`${name} ends with ${equity} USDT`);
      process.removeListener("SIGINT", leave);
      await venue?.stop();
    },
  };
}

async function ownVenue(name, balance, speed) {
  const venue = await startVenue({
    accounts: [{ name, balance }],
    market: "simulated",
    limits: "seed",
    prehistory: 60,
  });
  venue.clock.run(speed);
  return { venue, baseUrl: venue.baseUrl, credentials: venue.accounts[0] };
}

/** The venue and the key of the environment, as `outcry env` prints them and `outcry exam` sets them. */
function givenVenue() {
  const {
    OUTCRY_BASE_URL: baseUrl,
    OUTCRY_API_KEY: apiKey,
    OUTCRY_API_SECRET: secret,
    OUTCRY_API_PASSPHRASE: passphrase,
  } = process.env;
  return baseUrl === undefined || apiKey === undefined
    ? undefined
    : { venue: undefined, baseUrl, credentials: { apiKey, secret, passphrase } };
}

/**
 * Opens an account on a venue that runs, with the operator's token; one of that name is used again, with a
 * new key.
 */
async function runningVenue(directory, name, balance) {
  const path = join(directory, "demo-credentials.json");
  const text = await readFile(path, "utf8").catch(() =>
    quit(`there is no ${path}: start a venue there with npm start`),
  );
  const file = JSON.parse(text);
  const { baseUrl, controlUrl = baseUrl, adminToken } = file;
  const control = async (path, fields) => {
    const response = await fetch(`${controlUrl}/control/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${adminToken}` },
      body: JSON.stringify(fields),
    }).catch(() => quit(noVenueAt(controlUrl)));
    return { isDone: response.ok, answer: await response.json() };
  };
  const opened = await control("accounts/open", { name, balance });
  const key = await control("keys/create", { account: name });
  if (!key.isDone) throw new Error(opened.isDone ? key.answer.msg : opened.answer.msg);
  return { venue: undefined, baseUrl, credentials: key.answer };
}

function noVenueAt(url) {
  return `no venue answers at ${url}: start it with npm start`;
}

/** Ends with a sentence. */
function quit(text) {
  console.error(text);
  process.exit(1);
}
