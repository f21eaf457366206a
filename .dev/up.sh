# shellcheck shell=bash
# The whole product on this machine: databases, build, demo tenants, a server and a worker.

cmd_up() {
    local port=8080 detach= profile=debug
    while (($#)); do
        case $1 in
        --detach) detach=yes ;;
        --port) port=${2:?--port needs a number} && shift ;;
        --release) profile=release ;;
        *) die "usage: ./dev up [--detach] [--port 8080] [--release]" ;;
        esac
        shift
    done
    need build
    mkdir -p "$STATE"
    databases_running && UP_FOUND_RUNNING=yes
    on_leaving leave_up
    up_server "$port" "$detach" "$profile"
    if [[ -n $detach ]]; then
        UP_STAYS=yes
    elif [[ -n $SERVER ]]; then
        wait "$SERVER" || die "the server ended with status $?"
    fi
}

# The server this command started.
SERVER=
# Databases ran before: a command that fails early leaves them.
UP_FOUND_RUNNING=
# The server outlives this command.
UP_STAYS=

leave_up() {
    if [[ -z $UP_STAYS && (-n $SERVER || -z $UP_FOUND_RUNNING) ]]; then
        stop_all
        say "stopped"
    fi
}

stop_all() {
    stop_server
    stop_databases
}

cmd_down() {
    [[ $# -eq 0 ]] || die "usage: ./dev down"
    stop_all
    say "stopped"
}

# Builds, brings the database and the demo tenants up to date, and starts the server unless this very one runs.
up_server() {
    local port=$1 detach=$2 binary=$TARGET/$3/remessa version
    living_process "$STATE/server" >/dev/null || port_is_free "$port"
    part "databases" start_databases
    load_env
    # Tests in a browser are faster than people.
    export REMESSA_REQUEST_LIMIT=${REMESSA_REQUEST_LIMIT:-100000}
    export REMESSA_LISTEN=127.0.0.1:$port "REMESSA_PUBLIC_ORIGIN=http://*:$port"
    # The server then starts on a loopback address alone.
    export REMESSA_DEMO_EMAILS=true
    part "web packages" run web_install
    part "server build" run "build_$3"
    part "web client" run web_gen
    part "web build" run web_build
    version=$(cat "$binary" "$STATE/env" web/dist/index.html | hash_of)-$port
    if living_process "$STATE/server" >/dev/null && [[ $(cat "$STATE/server.version" 2>/dev/null) == "$version" ]]; then
        UP_STAYS=yes
        say "already running"
        print_urls "$port"
        return
    fi
    stop_server
    port_is_free "$port"
    prepare_demo "$binary"
    part "server" start_server "$binary" "$port" "${detach:+$STATE/server.log}"
    printf '%s' "$version" >"$STATE/server.version"
    print_urls "$port"
}

# The binary alone: the tests would compile every crate a second time. They want no other features of the dependencies, which
# therefore compile once.
build_debug() { cargo build --locked --quiet --package app --bin remessa; }

# As in production: quicker to run, many minutes to build.
build_release() { cargo build --release --locked --quiet --package app --bin remessa; }

port_is_free() { ! port_taken "$1" || die "port $1 is taken by another program; choose one: ./dev up --port 8081"; }

# Migrations, lookups, demo tenants, demo users and shipments: all of it changes nothing the second time.
prepare_demo() {
    part "migrations" run "$1" migrate
    part "demo tenants" run "$1" tenant apply tenants/*/
    part "demo data" run "$1" seed
}

# Runs one part of the way up and says how long it took.
part() {
    local name=$1 since=$SECONDS
    shift
    "$@" || die "$name: failed"
    ((SECONDS - since < 2)) || name="$name ($((SECONDS - since)) s)"
    say "  $name"
}

# Sessions of their own: Ctrl-C goes to ./dev, which lets the server and the worker finish what they do. As in production,
# the worker is another process: a file or an import that takes its memory takes none of the server's.
start_server() {
    local binary=$1 port=$2 log=$3 deadline=$((SECONDS + 60))
    if [[ -n $log ]]; then
        REMESSA_WORKERS=0 setsid "$binary" serve </dev/null >"$log" 2>&1 &
        SERVER=$!
        setsid "$binary" worker </dev/null >"$log.worker" 2>&1 &
    else
        REMESSA_WORKERS=0 setsid "$binary" serve </dev/null &
        SERVER=$!
        setsid "$binary" worker </dev/null &
    fi
    remember_process "$STATE/server" "$SERVER"
    remember_process "$STATE/worker" "$!"
    until [[ $(http_status "$port" /readyz) == 200 ]]; do
        [[ -n $(started_at "$SERVER") ]] || server_failed "the server ended while it started" "$log"
        ((SECONDS < deadline)) || server_failed "the server is not ready after a minute" "$log"
        sleep 0.1
    done
}

server_failed() {
    [[ -z $2 ]] || tail -n 30 "$2" >&2
    die "$1"
}

stop_server() {
    local pid
    pid=$(living_process "$STATE/server") && end_process "$pid" 30
    pid=$(living_process "$STATE/worker") && end_process "$pid" 30
    rm -f "$STATE/server" "$STATE/worker" "$STATE/server.version"
}

print_urls() {
    local dir tenant
    echo
    for dir in tenants/*/; do
        tenant=$(basename "$dir")
        echo "  http://$tenant.localhost:$1   admin@$tenant.test, staff@$tenant.test, client@$tenant.test"
        echo "    its e-mails: http://$tenant.localhost:$1/demo/emails"
    done
    echo "  password: remessa-demo"
    echo
    echo "  stop it all with ./dev down"
}
