import httpx

print("time", httpx.get("https://api-contract.example.com/capi/v2/market/time").json()["timestamp"] > 0)
try:
    httpx.get("https://telemetry.example.net/")
except httpx.ConnectError:
    print("elsewhere refused")
