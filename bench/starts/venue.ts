// Starts a venue as a test suite does, says what that took, and stops it.
const { startVenue } = await import("../../src/assembly/venue/index.ts");
const begun = performance.now();
const venue = await startVenue();
const ready = performance.now();
console.log(JSON.stringify({ ready: ready - begun, all: ready }));
await venue.stop();
