# Sleeps in every way that Python has, a minute each, and signs what it asks with its own clock. Of each wait it says how long it took by
# either of its clocks, in ms.
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
        queue.Queue().get(timeout=60)
    except queue.Empty:
        pass


for name, wait in (
    ("sleep", lambda: time.sleep(60)),
    ("event", lambda: threading.Event().wait(60)),
    ("queue", nothing_to_get),
):
    began, clock = time.time(), time.monotonic()
    wait()
    print(name, int((time.time() - began) * 1000), int((time.monotonic() - clock) * 1000))
print("signed", signed("/capi/v2/account/assets")[0], time.strftime("%Y-%m-%d", time.gmtime()))
