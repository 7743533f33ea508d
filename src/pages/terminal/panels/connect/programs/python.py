import base64, hashlib, hmac, json, time, urllib.request

BASE = "{{baseUrl}}"
KEY, SECRET, PASSPHRASE = "{{apiKey}}", "{{secret}}", "{{passphrase}}"

def call(method, path, fields=None):
    body = "" if fields is None else json.dumps(fields)
    stamp = str(int(time.time() * 1000))
    mac = hmac.new(SECRET.encode(), (stamp + method + path + body).encode(), hashlib.sha256)
    request = urllib.request.Request(BASE + path, body.encode() or None, method=method, headers={
        "ACCESS-KEY": KEY, "ACCESS-PASSPHRASE": PASSPHRASE, "ACCESS-TIMESTAMP": stamp,
        "ACCESS-SIGN": base64.b64encode(mac.digest()).decode(), "Content-Type": "application/json"})
    try:
        return json.load(urllib.request.urlopen(request))
    except urllib.error.HTTPError as refused:
        return json.load(refused)

print(call("GET", "/capi/v2/account/assets"))
last = float(call("GET", "/capi/v2/market/ticker?symbol={{symbol}}")["last"])
print(call("POST", "/capi/v2/order/placeOrder", {
    "symbol": "{{symbol}}", "size": "0.01", "type": "1",
    "order_type": "0", "match_price": "0", "price": f"{last * 0.98:.0f}"}))
