curl -sS -f https://api-contract.example.com/capi/v2/market/time | grep -o '"timestamp":[0-9]' || exit 1
curl -sS -f http://api-contract.example.com/capi/v2/market/time | grep -o '"timestamp":[0-9]' || exit 1
curl -sS https://telemetry.example.net/ 2>/dev/null; echo "elsewhere $?"
curl -sS --max-time 5 http://192.0.2.7/ 2>/dev/null; echo "address $?"
