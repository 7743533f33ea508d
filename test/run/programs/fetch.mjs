// Node.js's own clients: fetch and WebSocket.
const { timestamp } = await (await fetch("https://api-contract.example.com/capi/v2/market/time")).json();
console.log("time", timestamp > 0);
const socket = new WebSocket("wss://ws-contract.example.com/v2/ws/public");
socket.onopen = () => socket.send(JSON.stringify({ event: "subscribe", channel: "ticker.cmt_btcusdt" }));
await new Promise((resolve) => {
  socket.onmessage = ({ data }) => {
    if (JSON.parse(data).event === "payload") resolve();
  };
});
console.log("pushed");
socket.close();
await fetch("https://telemetry.example.net/").catch(({ cause }) => console.log("elsewhere", cause.code));
