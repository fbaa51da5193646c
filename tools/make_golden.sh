#!/bin/sh
# Makes everything in cases/ anew, in a virtual environment with the pinned reference tools.
# Running it twice changes nothing. Another environment: REGUA_VENV=/path tools/make_golden.sh
set -eu
cd "$(dirname "$0")"

environment="${REGUA_VENV:-.venv}"
if ! cmp -s requirements.txt "$environment/requirements.txt"; then
    python3 -m venv "$environment"
    "$environment/bin/pip" install --quiet --requirement requirements.txt
    # Its statistics need none of the models that it would bring along.
    "$environment/bin/pip" install --quiet --no-deps summ-eval==0.892
    # It asks for older numbers packages than the others do, and works with these.
    "$environment/bin/pip" install --quiet --no-deps irrCAC==0.4.4
    cp requirements.txt "$environment/requirements.txt"
fi

"$environment/bin/python" make_segments.py
"$environment/bin/python" make_summaries.py
"$environment/bin/python" make_simplify.py
"$environment/bin/python" make_wordnet.py
"$environment/bin/python" make_meteor15.py
for script in golden_*.py; do
    "$environment/bin/python" "$script"
done
