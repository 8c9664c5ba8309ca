#!/usr/bin/env bash
# Waits until a server is ready, then reads a rendered page and public rows: .github/smoke-test.sh http://127.0.0.1:3000
set -euo pipefail
site=$1

curl --silent --show-error --fail --output /dev/null \
  --retry 90 --retry-delay 1 --retry-all-errors "$site/readyz"
curl --silent --show-error --fail --output /tmp/home.html "$site/"
grep --quiet '<h1' /tmp/home.html

key=$(curl --silent --show-error --fail "$site/config.json" | node --print "JSON.parse(require('fs').readFileSync(0)).anonKey")
curl --silent --show-error --fail --output /tmp/news.json \
  --header "apikey: $key" "$site/rest/v1/bkk_airline_news?select=id&limit=1"
grep --quiet '^\[' /tmp/news.json
echo "$site serves pages and rows"
