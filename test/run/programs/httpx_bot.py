import httpx

print("time", httpx.get("https://api-contract.example.com/capi/v2/market/time", timeout=300).json()["timestamp"] > 0)
try:
    httpx.get("https://telemetry.example.net/", timeout=300)
except httpx.ConnectError:
    print("elsewhere refused")
