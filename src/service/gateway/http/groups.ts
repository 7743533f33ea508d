/** Groups of operations, in the order in which the page at `/docs` shows them. */
const GROUPS = [
  { name: "V2 market", description: "Market data; no key needed", paths: /^\/capi\/v2\/market\// },
  { name: "V2 account", description: "Settings, money, positions", paths: /^\/capi\/v2\/account\// },
  { name: "V2 order", description: "Orders, plan orders, fills", paths: /^\/capi\/v2\/order\// },
  {
    name: "V3 market",
    description: "Market data; no key needed",
    paths: /^\/(?:capi\/v3\/market\/|api\/v3\/(?:coins|exchangeInfo|ping|time)$)/,
  },
  { name: "V3 account", description: "Settings, money, positions", paths: /^\/capi\/v3\/account\// },
  { name: "V3 paper", description: "Paper trading on the real contracts", paths: /^\/capi\/v3\/sim\// },
  { name: "V3 partner", description: "Rebates and referrals", paths: /^\/api\/v3\/(?:rebate|agency)\// },
  { name: "V3 order", description: "Orders, plan orders, fills", paths: /^\/capi\/v3\// },
  {
    name: "fapi market",
    description: "Market data; no key needed but for older trades",
    paths:
      /^\/(?:futures\/data|sapi)\/|^\/fapi\/v1\/(?:ping|time|exchangeInfo|depth|trades|historicalTrades|aggTrades|\w*[kK]lines|ticker\/\w+|premiumIndex|funding\w+|openInterest|constituents|indexInfo|insuranceBalance|assetIndex)$/,
  },
  { name: "fapi trading", description: "Orders, positions, settings, streams", paths: /^\/fapi\// },
  {
    name: "venue",
    description: "Whether it is up, and whether clients are to be sent here",
    paths: /^\/(?:health|ready)$/,
  },
  {
    name: "control",
    description: "For who runs the venue; needs the token of an operator",
    paths: /^\/control\//,
  },
] as const;

/** The groups, as the OpenAPI document lists them. */
export const documentedGroups = GROUPS.map(({ name, description }) => ({ name, description }));

/** The group of an operation: the first whose pattern fits its path. */
export function groupOf(path: string): string {
  const group = GROUPS.find(({ paths }) => paths.test(path));
  if (group === undefined) throw new Error(`${path} belongs to no group of operations`);
  return group.name;
}
