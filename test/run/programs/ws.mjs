import WebSocket from "ws";

const socket = new WebSocket("wss://ws-contract.example.com/v2/ws/public", {
  headers: { "User-Agent": "bot" },
});
socket.on("open", () => socket.send(JSON.stringify({ event: "subscribe", channel: "ticker.cmt_btcusdt" })));
socket.on("message", (data) => {
  const { event, channel } = JSON.parse(String(data));
  if (event !== "payload") return;
  console.log("pushed", channel);
  socket.close();
});
new WebSocket("wss://telemetry.example.net/").on("error", ({ code }) => console.log("elsewhere", code));
