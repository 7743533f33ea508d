signed() {  # signed METHOD PATH [BODY]
  time="$(date +%s)000"
  sign=$(printf %s "$time$1$2$3" | openssl dgst -sha256 -hmac '{{secret}}' -binary | base64)
  curl -s -X "$1" "{{baseUrl}}$2" ${3:+-H "Content-Type: application/json" -d "$3"} \
    -H "ACCESS-KEY: {{apiKey}}" -H "ACCESS-PASSPHRASE: {{passphrase}}" \
    -H "ACCESS-TIMESTAMP: $time" -H "ACCESS-SIGN: $sign"
  echo
}

signed GET /capi/v2/account/assets
signed POST /capi/v2/order/placeOrder \
  '{"symbol":"{{symbol}}","size":"0.01","type":"1","order_type":"0","match_price":"1"}'
