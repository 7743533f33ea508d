# Sleeps in every way that Python has, minutes each, and signs what it asks with its own clock.
import base64, hashlib, hmac, json, os, queue, threading, time, urllib.request

API = "https://api-contract.example.com"


def signed(path):
    stamp = str(int(time.time() * 1000))
    secret = os.environ["SECRET"].encode()
    sign = base64.b64encode(hmac.new(secret, (stamp + "GET" + path).encode(), hashlib.sha256).digest()).decode()
    headers = {
        "ACCESS-KEY": os.environ["KEY"],
        "ACCESS-SIGN": sign,
        "ACCESS-PASSPHRASE": os.environ["PASSPHRASE"],
        "ACCESS-TIMESTAMP": stamp,
    }
    with urllib.request.urlopen(urllib.request.Request(API + path, headers=headers)) as answer:
        return answer.status, json.load(answer)


def nothing_to_get():
    try:
        queue.Queue().get(timeout=120)
    except queue.Empty:
        pass


for name, wait in (
    ("sleep", lambda: time.sleep(120)),
    ("event", lambda: threading.Event().wait(120)),
    ("queue", nothing_to_get),
):
    began, clock = time.time(), time.monotonic()
    wait()
    print(name, round((time.time() - began) / 120, 1), round((time.monotonic() - clock) / 120, 1))
print("signed", signed("/capi/v2/account/assets")[0], time.strftime("%Y-%m-%d", time.gmtime()))
