// Starts a server that answers one route, says what that took, and stops it.
const { default: Fastify } = await import("fastify");
const begun = performance.now();
const server = Fastify();
server.get("/", () => ({}));
await server.listen({ host: "127.0.0.1", port: 0 });
const ready = performance.now();
console.log(JSON.stringify({ ready: ready - begun, all: ready }));
await server.close();
