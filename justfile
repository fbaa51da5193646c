# The tasks of the house; `.ci/run` is `just test`.

# format, lints, tests, documentation, examples: what has to pass
test:
    dev/test

# live comparison with the reference tools, on random text and on outputs in a folder
parity *arguments:
    tools/parity.sh {{arguments}}

# speed and memory against the peers, in one run
bench *arguments:
    bench/run {{arguments}}

# random and damaged input for the readers, tokenisers and kernels; every run is another one
fuzz *arguments="--seconds 300":
    cargo run --release -p regua-fuzz -- {{arguments}}

# golden numbers anew, from the reference tools
golden:
    tools/make_golden.sh

# the wheel: built, installed into a fresh virtual environment, tested
python *arguments:
    dev/python {{arguments}}

# outputs and lists in the documents, from the program and the wheel
docs:
    cargo build --release && dev/docs && target/python/bin/python dev/docs-python
