import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  averagePriceText,
  faceValueText,
  isDecimal,
  leverageText,
  lotText,
  moneyText,
  plainNumber,
  pointsText,
  priceText,
  quantaOfText,
  rateText,
  shortTextOf,
  sizeText,
  stepsOf,
  textOf,
  tickText,
  unitsOf,
} from "./decimal.ts";

const GRAMMAR = /^-?(0|[1-9]\d{0,17})(\.\d{1,40})?$/;

describe("grammar", () => {
  test.each([
    "0",
    "-0",
    "1",
    "0.1",
    "90000.5",
    "-1.50",
    "123456789012345678",
    "0.1234567890123456789012345678901234567890",
  ])("%j is a decimal", (text) => expect(isDecimal(text)).toBe(true));
  test.each([
    "",
    "-",
    ".",
    "1.",
    ".5",
    "01",
    "00",
    "+1",
    "1e3",
    " 1",
    "1 ",
    "1,5",
    "0x10",
    "NaN",
    "Infinity",
    "1.2.3",
    "--1",
    "1234567890123456789",
    "0.12345678901234567890123456789012345678901",
    "١",
  ])("%j is none", (text) => expect(isDecimal(text)).toBe(false));
  test("agrees with the regular expression on any text", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[-+0-9.eE ]{0,24}$/), (text) => {
        expect(isDecimal(text)).toBe(GRAMMAR.test(text));
      }),
    );
  });
});

describe("a number of JSON", () => {
  test.each([
    ["6.1E4", "61000"],
    ["1e-05", "0.00001"],
    ["-1.25e-3", "-0.00125"],
    ["123.456e1", "1234.56"],
    ["0.5e+1", "5"],
    ["100e-2", "1.00"],
    ["0e9", "0"],
    ["1e41", "1e41"],
    ["1e999999999999", "1e999999999999"],
    ["0.10", "0.10"],
    ["9007199254740993", "9007199254740993"],
  ])("%s is %s", (text, plain) => expect(plainNumber(text)).toBe(plain));
  test("is the same number", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }),
        fc.integer({ min: -40, max: 18 }),
        (digits, exponent) => {
          const plain = plainNumber(`${digits}e${exponent}`);
          const [whole = "", fraction = ""] = plain.split(".");
          expect(BigInt(whole + fraction) * 10n ** BigInt(40 - fraction.length)).toBe(
            digits * 10n ** BigInt(40 + exponent),
          );
          expect(plain).not.toMatch(/^-?0\d/);
        },
      ),
    );
  });
});

describe("text to units", () => {
  test.each([
    ["90000.5", 1, 900_005],
    ["90000.50", 1, 900_005],
    ["90000.55", 1, undefined],
    ["0", 4, 0],
    ["-0", 4, 0],
    ["-1.5", 1, -15],
    ["7", 0, 7],
    ["7.0", 0, 7],
    ["7.1", 0, undefined],
    ["900719925474099.1", 1, 9_007_199_254_740_991],
    ["900719925474099.2", 1, Number.POSITIVE_INFINITY],
    ["-900719925474099.2", 1, Number.NEGATIVE_INFINITY],
    ["999999999999999999", 8, Number.POSITIVE_INFINITY],
  ])("%s in units of 10^-%i is %s", (text, decimals, units) => expect(unitsOf(text, decimals)).toBe(units));

  test.each([
    ["10", 0, 10, 1],
    ["15", 0, 10, undefined],
    ["0.0003", 4, 1, 3],
    ["0.5", 1, 5, 1],
    ["0.6", 1, 5, undefined],
  ])("%s at %i decimals by %i is %s steps", (text, decimals, step, steps) =>
    expect(stepsOf(text, decimals, step)).toBe(steps),
  );

  test.each([
    ["1", 100_000_000n],
    ["-0.5", -50_000_000n],
    ["0.00000001", 1n],
    ["0.000000010", 1n],
    ["0.000000001", undefined],
    ["-0", 0n],
    ["123456789012345678.12345678", 12345678901234567812345678n],
  ])("%s is %s quanta", (text, quanta) => expect(quantaOfText(text)).toBe(quanta));

  test("there and back", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 8 }), (units, decimals) => {
        expect(unitsOf(textOf(units, decimals), decimals)).toBe(units);
        expect(unitsOf(shortTextOf(units, decimals), decimals)).toBe(units);
      }),
    );
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 25n), 10n ** 25n), (quanta) => {
        expect(quantaOfText(moneyText(quanta))).toBe(quanta);
      }),
    );
  });
});

describe("units to text", () => {
  const btc = {
    priceDecimals: 1,
    priceStep: 1,
    sizeDecimals: 4,
    lotStep: 1,
    contractsPerLot: 100,
    quantaPerTickLot: 1_000,
  };
  const xrp = {
    priceDecimals: 4,
    priceStep: 5,
    sizeDecimals: 0,
    lotStep: 10,
    contractsPerLot: 10,
    quantaPerTickLot: 500_000,
  };

  test("prices and sizes have the contract's scale", () => {
    expect(priceText(btc, 907_553)).toBe("90755.3");
    expect(priceText(xrp, 4_000)).toBe("2.0000");
    expect(pointsText(btc, 90_797_161)).toBe("90797.161");
    expect(sizeText(btc, 200)).toBe("0.0200");
    expect(sizeText(xrp, 3)).toBe("30");
    expect([tickText(btc), lotText(btc), tickText(xrp), lotText(xrp)]).toEqual([
      "0.1",
      "0.0001",
      "0.0005",
      "10",
    ]);
  });

  test("money, rates and leverage", () => {
    expect([moneyText(466_320_125_463n), moneyText(-3_455_300_000n), moneyText(0n), moneyText(-1n)]).toEqual([
      "4663.20125463",
      "-34.553",
      "0",
      "-0.00000001",
    ]);
    expect([rateText(60_000), rateText(0), rateText(-10_360), rateText(100_000_000)]).toEqual([
      "0.0006",
      "0",
      "-0.0001036",
      "1",
    ]);
    expect(leverageText(2_000)).toBe("20.00");
  });

  test("face value", () => {
    expect(faceValueText(btc)).toBe("0.000001");
    expect(faceValueText(xrp)).toBe("1");
  });

  test("average price: at least the price's scale, at most eight decimals, half-even", () => {
    // 0.3 @ 60010 + 0.4 @ 60500 = 42203.0 → 60290
    expect(averagePriceText(btc, 4_220_300_000_000n, 7_000)).toBe("60290.0");
    // (1 @ 600000 + 2 @ 600001) ticks / 3 lots
    expect(averagePriceText(btc, 1_800_002_000n, 3)).toBe("60000.06666667");
    expect(averagePriceText(btc, 1_200_001_000n, 2)).toBe("60000.05");
  });
});
