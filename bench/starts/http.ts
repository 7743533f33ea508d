// Starts a server that answers every request alike, says what that took, and stops it.
const { once } = await import("node:events");
const { createServer } = await import("node:http");
const begun = performance.now();
const server = createServer((_request, reply) => reply.end("{}"));
await once(server.listen(0, "127.0.0.1"), "listening");
const ready = performance.now();
console.log(JSON.stringify({ ready: ready - begun, all: ready }));
server.close();

export {};
