# shellcheck shell=bash
# Figures, never in CI.

cmd_bench() {
    (($#)) || die "usage: ./dev bench NAME [OPTIONS]; './dev bench help' lists them, and there are build, lighthouse, screens, jobs and scans"
    need build
    case $1 in
    build | soak)
        "bench_$1" "${@:2}"
        return
        ;;
    esac
    mkdir -p "$STATE"
    databases_running && UP_FOUND_RUNNING=yes
    on_leaving leave_up
    start_databases
    load_env
    case $1 in
    attack | customs | field | lighthouse | live | peer | quote | screens | jobs | scans | stock | tenancy) "bench_$1" "${@:2}" ;;
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
    local mail
    mail=$("$TARGET/release/remessa" tenant inbound-mail atlantico)
    run "$TARGET/release/bench" attack --pid "$(living_process "$STATE/server")" --mail-address "$mail" "$@"
}

# Stations and phones of one company, by a server that the bench starts, kills and starts again.
bench_field() { bench_with_program field "$@"; }

# Bags and manifests of one company, by a server and a worker that the bench starts.
bench_customs() { bench_with_program customs "$@"; }

# Goods of one company, by a server that the bench starts.
bench_stock() { bench_with_program stock "$@"; }

# Our list and that of another product, by a server that the bench starts.
bench_peer() { bench_with_program peer "$@"; }

# Many companies, in a database of their own. Postgres is restarted meanwhile, for everybody who uses it.
bench_tenancy() {
    bench_with_program tenancy --pg-ctl "$PG_BIN/pg_ctl" --pg-data "$(pg_data)" "$@"
}

# A bench that starts the server itself, with a database of its own.
bench_with_program() {
    run build_release
    run cargo build --release --locked --quiet --package bench
    run "$TARGET/release/bench" "$1" --program "$TARGET/release/remessa" "${@:2}"
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

# Two servers and two workers with databases of their own, and faults. Its logs stay in .local/soak. The server is built as for
# development: only such a one sends webhooks to this machine.
bench_soak() {
    local remessa=$TARGET/debug/remessa
    STATE=$ROOT/.local/soak
    PG_SHARED_BUFFERS=128MB
    ! living_process "$STATE/owner" >/dev/null || die "another ./dev bench soak runs in this clone"
    end_running
    leave_soak
    rm -rf "$STATE"
    mkdir -p "$STATE/disk"
    on_leaving leave_soak
    # Small, so that it can be filled; a folder of the usual disk where it cannot be mounted.
    mount -t tmpfs -o size=96m remessa-soak "$STATE/disk" 2>/dev/null || true
    start_databases
    load_env
    REMESSA_FILES_URL=file://$(url_path "$STATE/disk/files")
    # The seed signs in more often than people do.
    export REMESSA_FILES_URL REMESSA_REQUEST_LIMIT=1000000
    part "server build" run build_debug
    part "bench build" run cargo build --locked --quiet --package bench
    prepare_demo "$remessa"
    run "$TARGET/debug/bench" soak --remessa "$remessa" --folder "$STATE" --pg-ctl "$PG_BIN/pg_ctl" \
        --pg-data "$(pg_data)" --redis-folder "$STATE/redis" "$@"
}

# Deletes the databases and the files.
leave_soak() {
    stop_databases
    [[ ! -e $STATE/pg ]] || rm -rf "$(pg_home)" "$STATE/pg"
    ! mountpoint -q "$STATE/disk" || umount "$STATE/disk"
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

# Memory of a station's page after many parcels.
bench_scans() { bench_in_browser scans.bench "$@"; }

bench_in_browser() {
    need test
    up_server 8080 detach release
    E2E_PORT=8080 run npm_run e2e -- --config playwright.bench.ts --reporter=line "$@"
}

# For each crate below server/: seconds from a changed line to its built tests, and the memory of the largest compiler.
bench_build() {
    local crate folder file since
    STATE=$ROOT/.local/bench
    mkdir -p "$STATE"
    on_leaving restore_source
    measure_compilers
    while read -r crate folder; do
        file=$(find "$folder/src" -name store.rs | sort | sed 1q)
        file=${file:-$folder/src/lib.rs}
        build_tests "$crate"
        : >"$STATE/memory"
        change_source "$file"
        since=$SECONDS
        build_tests "$crate"
        printf '%-12s %4d s %6d MB  %s\n' "$crate" $((SECONDS - since)) "$(largest_compiler)" "${file#"$ROOT/"}"
        restore_source
    done < <(crates_of_server)
}

crates_of_server() {
    cargo metadata --locked --no-deps --format-version 1 | node -e '
        const { packages } = JSON.parse(require("fs").readFileSync(0))
        for (const { name, manifest_path } of packages)
            if (manifest_path.startsWith(process.argv[1])) console.log(name, require("path").dirname(manifest_path))
    ' "$ROOT/server/"
}

build_tests() { run cargo build --locked --quiet --package "$1" --tests; }

# Cargo calls a compiler through this script, which notes its memory; another wrapper gives no reason to compile anew.
measure_compilers() {
    [[ -x /usr/bin/time ]] || return 0
    printf '#!/bin/sh\nexec /usr/bin/time --append --output="%s" --format=%%M "$@"\n' "$STATE/memory" >"$STATE/rustc"
    chmod +x "$STATE/rustc"
    export RUSTC_WRAPPER=$STATE/rustc
}

# In megabytes; 0 when nothing measures it.
largest_compiler() { awk '$1 > most { most = $1 } END { printf "%d", most / 1024 }' "$STATE/memory"; }

change_source() {
    cp -p "$1" "$STATE/source"
    printf '%s' "$1" >"$STATE/changed"
    echo '// A line of ./dev bench build.' >>"$1"
}

# With its old time: a comment at the end changes nothing that was built. Also after a kill: see on_leaving.
restore_source() {
    [[ -f $STATE/changed ]] || return 0
    cp -p "$STATE/source" "$(<"$STATE/changed")"
    rm "$STATE/changed"
}
