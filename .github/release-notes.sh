#!/usr/bin/env bash
# Prints the section of a version in CHANGELOG.md without its heading, and fails if there is none: .github/release-notes.sh 1.0.0
set -euo pipefail
cd "$(dirname "$0")/.."

awk -v heading="## [$1]" '
  /^## / { shown = index($0, heading) == 1; found = found || shown; next }
  shown
  END { exit !found }
' CHANGELOG.md
