# shellcheck shell=bash
# Figures, never in CI.

cmd_bench() {
    (($#)) || die "usage: ./dev bench NAME [OPTIONS]; `./dev bench help` lists them, and there is lighthouse"
    need build
    mkdir -p "$STATE"
    databases_running && UP_FOUND_RUNNING=yes
    on_leaving leave_up
    start_databases
    load_env
    if [[ $1 == lighthouse ]]; then
        shift
        bench_lighthouse "$@"
    else
        run cargo build --release --locked --quiet --package bench
        run "$TARGET/release/bench" "$@"
    fi
}

# Looks at the product as `./dev up` runs it.
bench_lighthouse() {
    up_server 8080 detach
    REMESSA_URL=http://atlantico.localhost:8080 run npm_run lighthouse -- "$@"
}
