import hashlib, hmac, json, time, urllib.error, urllib.parse, urllib.request

BASE = "{{baseUrl}}"
KEY, SECRET = "{{apiKey}}", "{{secret}}"

def call(method, path, **fields):
    query = urllib.parse.urlencode({**fields, "timestamp": int(time.time() * 1000)})
    signature = hmac.new(SECRET.encode(), query.encode(), hashlib.sha256).hexdigest()
    request = urllib.request.Request(
        f"{BASE}{path}?{query}&signature={signature}", method=method, headers={"X-MBX-APIKEY": KEY})
    try:
        return json.load(urllib.request.urlopen(request))
    except urllib.error.HTTPError as refused:
        return json.load(refused)

print(call("GET", "/fapi/v3/balance"))
hedged = call("GET", "/fapi/v1/positionSide/dual")["dualSidePosition"]
price = float(call("GET", "/fapi/v1/ticker/price", symbol="{{coins}}")["price"])
print(call("POST", "/fapi/v1/order", symbol="{{coins}}", side="BUY", positionSide="LONG" if hedged else "BOTH",
           type="LIMIT", timeInForce="GTC", quantity="0.01", price=f"{price * 0.98:.0f}"))
