#!/bin/sh
# Compares the `regua` program with the reference tools, live. Arguments go to parity.py: --data FOLDER, --segments N, …
# Another environment: REGUA_VENV=/path tools/parity.sh
set -eu
cd "$(dirname "$0")/.."

environment="${REGUA_VENV:-${XDG_CACHE_HOME:-$HOME/.cache}/regua/parity-venv}"
if ! cmp -s tools/requirements.txt "$environment/requirements.txt"; then
    python3 -m venv "$environment"
    "$environment/bin/pip" install --quiet --requirement tools/requirements.txt
    # Its statistics need none of the models that it would bring along.
    "$environment/bin/pip" install --quiet --no-deps summ-eval==0.892
    cp tools/requirements.txt "$environment/requirements.txt"
fi
# The WordNet that both sides use.
REGUA_WORDNET="${REGUA_WORDNET:-$(tools/resources.sh wordnet)}"
export REGUA_WORDNET
cargo build --quiet --release
program="$(cargo metadata --format-version 1 --no-deps | sed -n 's/.*"target_directory":"\([^"]*\)".*/\1/p')/release/regua"
failed=0
"$environment/bin/python" tools/parity.py --program "$program" "$@" || failed=1
"$environment/bin/python" tools/parity_statistics.py --program "$program" || failed=1
# METEOR's own jar needs Java; it compares whole runs and takes no arguments of these.
if command -v java > /dev/null; then
    "$environment/bin/python" tools/parity_meteor15.py --program "$program" --jar "$(tools/resources.sh meteor)/meteor-1.5.jar" || failed=1
else
    echo "meteor-1.5: skipped, because there is no Java"
    failed=1
fi
exit "$failed"
