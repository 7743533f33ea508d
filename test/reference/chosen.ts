/**
 * Tapes that reach, three times if they can, all that 300 of their kind reach ({@link tryTapes}), and those
 * of the batches behind them that reach the rest; printed by `OUTCRY_CHOOSE=1`.
 */
export const CHOSEN = {
  seed: 20_261_121,
  from: 300,
  times: 3,
  commands: 200,
  /** Of a duel: up to four commands each. */
  steps: 100,
  markets:
    "0 4 6 11 15 20 30 38 41 45 51 55 63 66 72 78 86 87 91 92 133 139 140 153 154 175 179 180 187 196 199 204 217 " +
    "262 275 283 285 287 289 291 297 314 640",
  crashes:
    "0 2 10 11 12 20 26 27 30 35 47 53 58 63 65 68 71 72 73 74 75 77 104 106 108 112 116 117 120 129 131 148 153 " +
    "163 168 174 176 177 183 186 187 190 193 196 197 211 212 221 239 243 245 253 258 259 260 280 292 309",
  duels:
    "0 9 28 40 45 46 47 58 59 65 66 68 75 83 90 95 100 118 122 124 125 127 129 135 151 175 179 190 192 200 " +
    "211 212 233 240 245 247 261 265 274 275 284 296 299",
} as const;
