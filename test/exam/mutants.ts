import type { Bot, Change } from "./botProgram.ts";

/** A bot of the examples that breaks one rule, or several of one case that do not touch. */
export interface Mutant {
  readonly breaks: readonly string[];
  readonly examCase: string;
  readonly bot: Bot;
  readonly changes: readonly Change[];
  /** Sits its case in every run of the tests; what the others do was recorded. */
  readonly sits?: true;
}

const CLIENT = "new V2Client({ baseUrl, credentials })";
/** The maker looks at its quotes more often, and seldom enough to be refused as it is. */
const BRISK: Change = ["const REQUOTE_MS = 5_000;", "const REQUOTE_MS = 2_500;"];
/** An order more for every push of fills. */
const OPENS_AT_FILLS: Change = [
  "  for await (const { rows } of await client.watch.fills()) {",
  `  for await (const { rows } of await client.watch.fills()) {
    client.orders.place({ symbol, size: SIZE, type: OPEN_LONG, order_type: MAKER_ONLY, match_price: LIMIT, price: "59000" });`,
];
const TASKS = "await Promise.all([quote(), follow()]);";

/** What is refused so is sent again after a pause, byte for byte, two dozen times at once. */
function hammersAt(said: readonly string[]): Change {
  return [
    CLIENT,
    `new V2Client({ baseUrl, credentials, fetch: async (...asked) => {
      const answer = await fetch(...asked);
      const text = await answer.clone().text();
      if (${JSON.stringify(said)}.some((said) => \`\${answer.status} \${text}\`.includes(said)))
        await new Promise((resolve) => setTimeout(resolve, 1_600)).then(() => Promise.all(Array.from({ length: 24 }, () => fetch(...asked))));
      return answer;
    } })`,
  ];
}

/** Words by which each refusal is known. */
const REFUSALS = Object.entries({
  margin: "available amount not enough",
  "price-band": "above the highest allowed at mark price",
  "order-count": "too many open orders",
  suspended: "trading is suspended",
  "server-error": "500 ",
  unavailable: "503 ",
  "edge-page": "521 ",
  "key-inactive": "not effective yet",
});

/** Which bot breaks what in which case. */
function of(bot: Bot, examCase: string, ...breaks: readonly string[]) {
  return { bot, examCase, breaks };
}

export const mutants: readonly Mutant[] = [
  {
    ...of("market-maker", "throttled", "rate-limit"),
    changes: [
      [
        CLIENT,
        `new V2Client({ baseUrl, credentials, fetch: async (...asked) => {
          const answer = await fetch(...asked);
          const headers = new Headers(answer.headers);
          headers.set("retry-after", "0");
          return new Response(answer.body, { status: answer.status, headers });
        } })`,
      ],
    ],
  },
  {
    ...of("market-maker", "lost", "lost-answer"),
    sits: true,
    changes: [
      [CLIENT, "new V2Client({ baseUrl, credentials, retries: 0 })"],
      [
        'if (error.name === "VenueError") console.log(',
        'if (error.name === "NoAnswerError") return action();\n        if (error.name === "VenueError") console.log(',
      ],
    ],
  },
  // Every other one: a bot that is taken for one that breaks all would fail the rest, too.
  ...[0, 1].map((remainder) => {
    const some = REFUSALS.filter((_, i) => i % 2 === remainder);
    const breaks = some.map(([name]) => `refusal-${name}`);
    const changes = [BRISK, hammersAt(some.map(([, said]) => said))];
    return { breaks, examCase: "refused", bot: "market-maker", changes } as const;
  }),
  {
    ...of("market-maker", "refused", "refusal-restricted"),
    changes: [BRISK, ["if (error.code === RESTRICTED) {", "if (false) {"]],
  },
  {
    ...of("market-maker", "partial", "partial-fill"),
    changes: [OPENS_AT_FILLS, ["Number(held.size) < Number(SIZE) ? held.size : SIZE", "SIZE"]],
  },
  {
    ...of("market-maker", "pushes", "duplicate"),
    changes: [BRISK, OPENS_AT_FILLS],
  },
  {
    ...of("market-maker", "pushes", "depth-gap"),
    changes: [
      BRISK,
      [
        "const book = await client.orderBook(symbol);",
        `const book = (async function* () {
          const sides = { bids: new Map(), asks: new Map() };
          const sorted = (side, sign) => [...side.values()].sort((a, b) => sign * (a.price - b.price));
          for await (const push of await client.watch.depth(symbol)) {
            for (const [name, side] of Object.entries(sides))
              for (const level of push[name])
                if (Number(level.size) === 0) side.delete(level.price);
                else side.set(level.price, level);
            yield { bids: sorted(sides.bids, -1), asks: sorted(sides.asks, 1) };
          }
        })();`,
      ],
    ],
  },
  {
    ...of("market-maker", "disconnected", "reconnect"),
    changes: [
      [
        TASKS,
        `const blind = { symbol, size: SIZE, type: OPEN_LONG, order_type: MAKER_ONLY, match_price: LIMIT, price: "59000" };
        setInterval(() => account.isLive || client.orders.place(blind).catch(() => {}), 700);
        ${TASKS}`,
      ],
    ],
  },
  {
    ...of("market-maker", "restarted", "restart"),
    changes: [
      [
        "  return {\n    client,",
        "  return {\n    hasty: new V2Client({ baseUrl, credentials, timeoutMs: 100_000, retries: 0 }),\n    client,",
      ],
      ["const { client,", "const { hasty, client,"],
      [
        TASKS,
        `const isAway = (error) => { if (error.name === "NoAnswerError") throw error; };
        setInterval(() => hasty.account.assets().catch(isAway), 400);
        ${TASKS}`,
      ],
    ],
  },
  {
    ...of("market-maker", "funding", "funding"),
    changes: [
      [
        TASKS,
        `const refuseFunding = async () => {
          for await (const { rows } of await client.watch.positions())
            if (rows.some(({ fundingFee }) => Number(fundingFee) !== 0)) throw new Error("a fee that is none");
        };
        await Promise.all([quote(), follow(), refuseFunding()]);`,
      ],
    ],
  },
  {
    ...of("trend-follower", "triggered", "trigger"),
    sits: true,
    changes: [
      ["let running;", "let running, last;"],
      [
        "  if (held.some((position) => position.side === side)) return;",
        `  if (held.length === 0 && last !== undefined)
    await client.orders.place({ ...order, size: SIZE, type: last === "LONG" ? CLOSE_LONG : CLOSE_SHORT });
  if (held.some((position) => position.side === side)) return;
  last = side;`,
      ],
    ],
  },
  {
    ...of("market-maker", "liquidated", "liquidation"),
    changes: [
      BRISK,
      ['const SIZE = "0.01";', 'const SIZE = "0.01";\nconst known = {};'],
      [
        "const held = [...account.positions.values()].find(",
        "const held = known[side] ??= [...account.positions.values()].find(",
      ],
    ],
  },
  {
    ...of("market-maker", "coarse", "rounding-coarse"),
    changes: [["price.toFixed(decimals),", "(price + 0.3).toFixed(1),"]],
  },
  {
    ...of("market-maker", "fine", "rounding-fine"),
    changes: [["price.toFixed(decimals),", "(price + 0.003).toFixed(3),"]],
  },
];

/** Mutants of the bot of the fapi dialect in one-way mode, where checks read that dialect's words. */
export const netMutants: readonly Mutant[] = [
  {
    ...of("net-maker", "throttled", "rate-limit"),
    changes: [
      ['Number(headers?.["retry-after"] ?? 0)', "0"],
      ["const ROUND_MS = 2_500;", "const ROUND_MS = 900;"],
    ],
  },
  {
    ...of("net-maker", "lost", "lost-answer"),
    changes: [
      [
        "for (const said of await client.submitMultipleOrders(offers))",
        `const submit = () => client.submitMultipleOrders(offers);
  for (const said of await submit().catch((error) => (error.code === "ECONNRESET" ? submit() : Promise.reject(error))))`,
      ],
    ],
  },
  {
    ...of("net-maker", "refused", "refusal-margin", "refusal-order-count"),
    changes: [
      [
        "    if (said.code !== undefined) tellRefused(said);",
        `    if (/available amount not enough|too many open orders/.test(said.msg))
      await Promise.all([...Array(12)].map((_, i) => client.submitNewOrder(offers[i % 2]).catch(() => {})));`,
      ],
    ],
  },
  {
    ...of("net-maker", "triggered", "trigger"),
    sits: true,
    changes: [
      [
        "const [row] = await client.getPositionsV3({ symbol });",
        "const [row] = known ? [known] : await client.getPositionsV3({ symbol });\n  if (Number(row?.positionAmt ?? 0) !== 0) known ??= row;",
      ],
      ["let wake = () => {};", "let wake = () => {};\nlet known;"],
      // It opens nothing more, and closes too dear to be filled: so what the trigger closed stays closed.
      [
        'const offers = [offer("BUY", bid + room, -held), offer("SELL", ask - room, held)];',
        `const dear = known ? ask * 0.005 : 0;
  const offers = [offer("BUY", bid + room - dear, -held), offer("SELL", ask - room + dear, held)].filter(
    ({ reduceOnly }) => !known || reduceOnly,
  );`,
      ],
    ],
  },
  {
    ...of("net-maker", "coarse", "rounding-coarse"),
    changes: [
      [
        "return (Math.round(value / Number(step)) * Number(step)).toFixed(decimals);",
        "return (value + Number(step) / 3).toFixed(decimals + 2);",
      ],
    ],
  },
];
