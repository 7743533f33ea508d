import json

import websocket

socket = websocket.create_connection("wss://ws-contract.example.com/v2/ws/public", header={"User-Agent": "bot"})
socket.send(json.dumps({"event": "subscribe", "channel": "ticker.cmt_btcusdt"}))
while json.loads(socket.recv()).get("event") != "payload":
    pass
print("pushed")
try:
    websocket.create_connection("wss://telemetry.example.net/")
except websocket.WebSocketAddressException:
    print("elsewhere refused")
