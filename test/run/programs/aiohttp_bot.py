import asyncio
import json

import aiohttp


async def main():
    async with aiohttp.ClientSession() as session:
        async with session.get("https://api-contract.example.com/capi/v2/market/time") as answer:
            print("time", (await answer.json(content_type=None))["timestamp"] > 0)
        async with session.ws_connect("wss://ws-contract.example.com/v2/ws/public") as socket:
            await socket.send_str(json.dumps({"event": "subscribe", "channel": "ticker.cmt_btcusdt"}))
            while json.loads((await socket.receive()).data).get("event") != "payload":
                pass
            print("pushed")
        try:
            await session.get("https://telemetry.example.net/")
        except aiohttp.ClientConnectorError:
            print("elsewhere refused")


asyncio.run(main())
