# shellcheck shell=bash
# Figures, never in CI.

cmd_bench() {
    (($#)) || die "usage: ./dev bench NAME [OPTIONS]; './dev bench help' lists them, and there are lighthouse, screens and jobs"
    need build
    mkdir -p "$STATE"
    databases_running && UP_FOUND_RUNNING=yes
    on_leaving leave_up
    start_databases
    load_env
    case $1 in
    attack | lighthouse | live | quote | screens | jobs) "bench_$1" "${@:2}" ;;
    *)
        run cargo build --release --locked --quiet --package bench
        run "$TARGET/release/bench" "$@"
        ;;
    esac
}

# Attacks the server of `./dev up`.
bench_attack() {
    up_server 8080 detach release
    run cargo build --release --locked --quiet --package bench
    # Thousands of connections are as many open files.
    ulimit -n "$(ulimit -Hn)"
    run "$TARGET/release/bench" attack --pid "$(living_process "$STATE/server")" "$@"
}

# Prices over HTTP by the server of `./dev up`.
bench_quote() {
    up_server 8080 detach release
    run cargo build --release --locked --quiet --package bench
    run "$TARGET/release/bench" quote "$@"
}

# Ten thousand live connections to one server, and then to two behind which one database stands.
bench_live() {
    up_server 8080 detach release
    run cargo build --release --locked --quiet --package bench
    # Thousands of connections are as many open files.
    ulimit -n "$(ulimit -Hn)"
    local first second port
    first="127.0.0.1:8080=$(living_process "$STATE/server")"
    run "$TARGET/release/bench" live --node "$first" "$@"
    port=$(free_port)
    REMESSA_WORKERS=0 REMESSA_LISTEN=127.0.0.1:$port setsid "$TARGET/release/remessa" serve </dev/null >"$STATE/second.log" 2>&1 &
    second=$!
    until [[ $(http_status "$port" /readyz) == 200 ]]; do sleep 0.1; done
    run "$TARGET/release/bench" live --node "$first" --node "127.0.0.1:$port=$second" "$@" || true
    kill "$second"
}

# Looks at the product as `./dev up` runs it.
bench_lighthouse() {
    up_server 8080 detach release
    REMESSA_URL=http://atlantico.localhost:8080 run npm_run lighthouse -- "$@"
}

# How soon the screens answer a hand, on a quiet machine.
bench_screens() { bench_in_browser screens.bench "$@"; }

# Actions and seconds of the daily jobs.
bench_jobs() { bench_in_browser jobs.bench "$@"; }

bench_in_browser() {
    need test
    up_server 8080 detach release
    E2E_PORT=8080 run npm_run e2e -- --config playwright.bench.ts --reporter=line "$@"
}
