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

# longer random runs of the readers and tokenisers
fuzz cases="20000":
    PROPTEST_CASES={{cases}} cargo test --release --workspace

# golden numbers anew, from the reference tools
golden:
    tools/make_golden.sh

# outputs and lists in the documents, from the program
docs:
    cargo build --release && dev/docs
