import fc from "fast-check";

/**
 * What properties are tried on is drawn anew by `npm run test:long` alone. Otherwise it is the same in every
 * run: what fails once fails again, and who changes something is not stopped by what they did not change.
 */
if (process.env["OUTCRY_LONG"] === undefined) fc.configureGlobal({ seed: 20_261_124 });
