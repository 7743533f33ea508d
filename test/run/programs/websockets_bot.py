import asyncio
import json
import socket as names

import websockets

PATIENT = {"open_timeout": 300, "ping_timeout": 300}


async def main():
    async with websockets.connect("wss://ws-contract.example.com/v2/ws/public", **PATIENT) as socket:
        await socket.send(json.dumps({"event": "subscribe", "channel": "ticker.cmt_btcusdt"}))
        while json.loads(await socket.recv()).get("event") != "payload":
            pass
        print("pushed")
    try:
        await websockets.connect("wss://telemetry.example.net/", **PATIENT)
    except names.gaierror:
        print("elsewhere refused")


asyncio.run(main())
