#!/bin/sh
# Adds, reads, replaces, lists and removes endpoints of the service at $1.
set -eu
url=${1:-http://localhost:16540}

if ! command -v curl >/dev/null; then
  echo 'tour.sh needs curl, which is not installed.' >&2
  exit 1
fi

# Prints what is answered, and its status.
ask() {
  curl --silent --show-error --write-out ' (%{http_code})\n' "$@"
}

echo '# add, read'
ask -X PUT "$url/api/endpoint/add" -d '{"name":"orders","data":[{"id":12345678901234567890,"price":1.10}]}'
ask "$url/endpoint/orders"

echo '# replace: a POST is answered as well'
ask -X PUT "$url/api/endpoint/add" -d '{"name":"orders","data":{"accepted":true},"statusCode":202}'
ask "$url/endpoint/orders" -d '{"item":"tea"}'

echo '# a service that is down'
ask -X PUT "$url/api/endpoint/add" -d '{"name":"stock","data":{"error":"busy"},"statusCode":503}'
ask "$url/endpoint/stock"

echo '# a slow one: too slow for this client, then not'
ask -X PUT "$url/api/endpoint/add" -d '{"name":"slow","data":"at last","delay":300}'
curl --silent --max-time 0.1 "$url/endpoint/slow" || echo "curl gave up: $?"
ask "$url/endpoint/slow"

echo '# list, remove'
ask "$url/api/endpoint?limit=2"
ask -X DELETE "$url/api/endpoint/orders"
ask --output /dev/null "$url/endpoint/orders"
