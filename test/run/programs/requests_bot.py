import requests

print("time", requests.get("https://api-contract.example.com/capi/v2/market/time", timeout=300).json()["timestamp"] > 0)
try:
    requests.get("https://telemetry.example.net/", timeout=300)
except requests.exceptions.ConnectionError:
    print("elsewhere refused")
