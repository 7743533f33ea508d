/** Shapes and words of the V3 interface. */
export * from "./errors.ts";
