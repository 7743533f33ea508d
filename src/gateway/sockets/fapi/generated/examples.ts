// Written by test/sockets/examples.test.ts
export const examples: Readonly<Record<string, unknown>> = {};
