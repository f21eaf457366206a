# shellcheck shell=bash
# Every check as a named step. A failed step stops only those that need it.

# The steps a step needs; a failed step stops only the steps that need it.
declare -A NEEDS=(
    [format]='' [clippy]='' [rust]='' [sent_sql]=rust [citus]='' [contract]=''
    [packages]='' [client]=packages [biome]=packages [types]=client [i18n]=client [vitest]=client
    [build]=client [budget]=build [e2e]=build
)

# Results of the steps, in the order of the run.
STEPS=()
declare -A STEP_STATE=() STEP_COUNT=()
PASSED=0
FAILED=0
# The steps asked for and what they need; all when empty.
declare -A WANTED=()

cmd_test() {
    STATE=$ROOT/.local/test
    PG_SHARED_BUFFERS=128MB
    PG_IN_MEMORY=yes
    # The tests open some 10,000 connections. By SCRAM each of them would hash its password 4,096 times.
    PG_AUTH=md5
    # A test that ends while it connects leaves a backend waiting for its password; every `drop database` waits for that
    # backend, a minute by default.
    PG_EXTRA=$'fsync = off\nsynchronous_commit = off\nfull_page_writes = off\nauthentication_timeout = 5s'
    # Keeps the text of every statement that the tests send.
    PG_EXTRA+=$'\nshared_preload_libraries = pg_stat_statements\npg_stat_statements.max = 20000'
    PG_EXTRA+=$'\npg_stat_statements.track_utility = off\nmax_wal_size = 512MB'
    plain_environment
    lint_while_building
    # A first build is quicker without the notes for the next one.
    [[ -d $TARGET/debug/incremental ]] || export CARGO_INCREMENTAL=0
    export CI=true
    # Everything runs when there is no number.
    REMESSA_ROTATION=${REMESSA_ROTATION:-$(rotation)}
    [[ ${1:-} != full ]] || { shift && REMESSA_ROTATION=; }
    export REMESSA_ROTATION
    want "$@"
    need test
    ! living_process "$STATE/owner" >/dev/null || die "another ./dev test runs in this clone"
    discard_test_state
    mkdir -p "$STATE/log"
    on_leaving leave_test_state
    start_databases
    load_env
    step format cargo fmt --all --check
    step clippy build_all
    step rust rust_tests
    step sent_sql citus_takes_what_was_sent
    [[ -z ${REMESSA_CITUS_URL:-} ]] || step citus rust_tests --run-ignored only -E 'test(citus::a_company)'
    step contract contract_is_current
    step packages web_install
    step client web_gen
    step biome npm_run lint
    step types npm_run typecheck
    step i18n npm_run i18n
    step vitest npm_run test
    step build web_build
    step budget npm_run budget
    step e2e e2e
    report
}

# The longest compilations use one core. The web client is built meanwhile; its own steps find it done, or do it again and
# show what is wrong.
build_all() {
    local status=0
    if ((${#WANTED[@]} == 0)) || [[ -v WANTED[build] ]]; then
        { web_install && web_gen && web_build; } >"$STATE/log/web-ahead" 2>&1 &
    fi
    cargo build --locked --quiet --workspace --tests --bins || status=$?
    wait
    return $status
}

cmd_check() {
    [[ $# -eq 0 ]] || die "usage: ./dev check"
    STATE=$ROOT/.local/check
    plain_environment
    lint_while_building
    need build
    mkdir -p "$STATE/log"
    on_leaving true
    step format cargo fmt --all --check
    step clippy cargo build --locked --quiet --workspace --tests --bins
    step rust rust_tests --lib --bins
    step packages web_install
    step client web_gen
    step biome npm_run lint
    step types npm_run typecheck
    step vitest npm_run test
    report
}

# Whatever the developer's shell says: no snapshot is written, and the output can be read and counted.
plain_environment() {
    unset FORCE_COLOR
    export INSTA_UPDATE=no CARGO_TERM_COLOR=never NO_COLOR=1
}

# Clippy stands in for the compiler of this workspace's crates: one build compiles and lints. A run of its own would compile
# all dependencies a second time.
lint_while_building() { export RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-Dwarnings__CLIPPY_HACKERY__; }

# Ends what a run killed before left behind, and forgets its databases.
discard_test_state() {
    end_running
    stop_all
    [[ ! -e $STATE/pg ]] || rm -rf "$(pg_home)"
    rm -rf "$STATE"
}

# Deletes what is in memory and keeps the log of Postgres.
leave_test_state() {
    stop_all
    [[ $(pg_home) == /dev/shm/* ]] || return 0
    cp "$(pg_home)/log" "$STATE/log/postgres"
    rm -rf "$(pg_home)"
    rm "$STATE/pg"
}

# Marks steps as asked for, with all they need.
want() {
    local name
    for name in "$@"; do
        [[ -v NEEDS[$name] ]] || die "there is no step '$name'; the steps are: ${!NEEDS[*]}"
        WANTED[$name]=yes
        # shellcheck disable=SC2086
        want ${NEEDS[$name]}
    done
}

# step NAME COMMAND…
step() {
    local name=$1 need log=$STATE/log/$1 since=$SECONDS status=0
    shift
    ((${#WANTED[@]} == 0)) || [[ -v WANTED[$name] ]] || return 0
    STEPS+=("$name")
    for need in ${NEEDS[$name]}; do
        if [[ ${STEP_STATE[$need]} != ok ]]; then
            STEP_STATE[$name]="not run, it needs $need"
            ((FAILED += 1))
            return
        fi
    done
    echo "── $name"
    run logged "$log" "$@" || status=$?
    count "$name" "$log" "$status" $((SECONDS - since))
}

logged() {
    local log=$1
    shift
    set -o pipefail
    "$@" 2>&1 | tee "$log"
}

# A step that runs tests counts them; any other counts as one.
count() {
    local name=$1 log=$2 status=$3 time=$4 passed failed
    case $name in
    rust) read -r passed failed < <(count_rust "$log") ;;
    vitest) read -r passed failed < <(count_words "$log" '^ *Tests ') ;;
    e2e) read -r passed failed < <(count_words "$log" '^ *[0-9]+ (passed|failed|flaky)') ;;
    *) passed=$((status == 0)) failed=0 ;;
    esac
    STEP_STATE[$name]=ok
    if ((status != 0)); then
        STEP_STATE[$name]=FAILED
        # It may have fallen before there was anything to count.
        ((failed > 0)) || failed=1
    fi
    STEP_COUNT[$name]="$time s, $passed passed, $failed failed"
    PASSED=$((PASSED + passed)) FAILED=$((FAILED + failed))
}

# The summary of nextest, or those of cargo test.
count_rust() {
    if grep -q '^ *Summary \[' "$1"; then
        count_words "$1" '^ *Summary \['
    else
        count_words "$1" '^test result: '
    fi
}

# Adds up the numbers before `passed` and `failed` in the lines of file $1 that match $2.
count_words() {
    { sed 's/\x1b\[[0-9;]*[A-Za-z]//g' "$1" | grep -E "$2" || true; } | awk '
        { for (i = 2; i <= NF; i++) { if ($i ~ /^(passed|flaky)/) p += $(i - 1); if ($i ~ /^(failed|timed)/) f += $(i - 1) } }
        END { print p + 0, f + 0 }'
}

report() {
    local name
    echo
    for name in "${STEPS[@]}"; do
        printf '%-9s %s  %s\n' "$name" "${STEP_STATE[$name]}" "${STEP_COUNT[$name]:-}"
    done
    echo "$PASSED passed, $FAILED failed"
    report_second_tries
    ((FAILED == 0))
}

# Each of them is a defect of a test or of the product.
report_second_tries() {
    local names
    names=$(second_tries "$STATE/log/e2e")
    [[ -z $names ]] || printf 'passed only on the second try: %s\n%s\n' "$(wc -l <<<"$names")" "$names"
}

# The names that Playwright lists below its count of flaky tests.
second_tries() {
    [[ -f $1 ]] || return 0
    awk '/^ *[0-9]+ flaky$/ { on = 1; next } /^ *[0-9]+ (passed|skipped|failed|interrupted|did not run)/ { on = 0 } on && NF' "$1"
}

# The day: a run can be repeated on any clone, and in thirty-two days every screen is seen in every way.
rotation() { echo $(($(date +%s) / 86400)); }

rust_tests() {
    if cargo nextest --version >/dev/null 2>&1; then
        # A test waits for Postgres half of its time.
        cargo nextest run --locked --workspace --no-fail-fast --test-threads $(($(nproc) * 2)) \
            --status-level slow --final-status-level fail "$@"
    else
        say "cargo-nextest is not installed: the slower cargo test runs in its place"
        cargo test --locked --workspace --no-fail-fast "$@"
    fi
}

# Companies can stand on the machines of a Citus cluster, which takes fewer forms of statements: all that the tests sent
# with a role of a company are held against them.
citus_takes_what_was_sent() {
    local others="select oid from pg_roles where rolsuper or rolname in ('remessa_owner', 'remessa_control')"
    pg_sql "create extension if not exists pg_stat_statements"
    pg_sql "select query || E'\\n;' from pg_stat_statements where userid not in ($others)" >"$STATE/sent.sql"
    REMESSA_SENT_SQL=$STATE/sent.sql rust_tests --run-ignored only -E 'test(what_was_sent)'
}

# Writes the published documents and the message codes, as the server in this tree says them, into folder $1.
write_contract() {
    "$TARGET/debug/remessa" openapi >"$1/openapi.json" && "$TARGET/debug/remessa" openapi platform >"$1/platform.json" &&
        "$TARGET/debug/remessa" openapi message-codes >"$1/message-codes.json" &&
        "$TARGET/debug/remessa" openapi asyncapi >"$1/asyncapi.json" &&
        "$TARGET/debug/remessa" openapi operations >"$1/operations.txt"
}

contract_is_current() {
    local file
    build_debug && write_contract "$STATE" || return 1
    for file in openapi.json platform.json message-codes.json asyncapi.json operations.txt; do
        diff -u "openapi/$file" "$STATE/$file" && continue
        say "openapi/$file is not what the server says: run ./dev gen"
        return 1
    done
}

cmd_gen() {
    [[ $# -eq 0 ]] || die "usage: ./dev gen"
    STATE=$ROOT/.local/gen
    need build
    mkdir -p "$STATE"
    on_leaving true
    run build_debug
    write_contract "$STATE"
    mv "$STATE/openapi.json" "$STATE/platform.json" "$STATE/message-codes.json" "$STATE/asyncapi.json" \
        "$STATE/operations.txt" openapi/
    run web_install
    run web_gen
}

# Browsers against the debug build, on a database of their own.
e2e() {
    build_debug || return 1
    local remessa=$TARGET/debug/remessa
    pg_create_database e2e
    export E2E_PORT
    E2E_PORT=$(free_port)
    export REMESSA_ADMIN_URL=${REMESSA_ADMIN_URL%/*}/e2e REMESSA_DATABASE_URL=${REMESSA_DATABASE_URL%/*}/e2e
    export REMESSA_LISTEN=127.0.0.1:$E2E_PORT "REMESSA_PUBLIC_ORIGIN=http://*:$E2E_PORT"
    export REMESSA_DEMO_EMAILS=true
    # Tests in a browser are faster than people.
    export REMESSA_REQUEST_LIMIT=100000
    # The browser tests answer there.
    REMESSA_DNS=127.0.0.1:$(free_port)
    export REMESSA_DNS
    # Events for the receivers of the tests go there: only builds for development read it.
    REMESSA_TEST_RECEIVER=127.0.0.1:$(free_port)
    export REMESSA_TEST_RECEIVER
    "$remessa" migrate && "$remessa" tenant apply tenants/*/ && "$remessa" seed || return 1
    "$remessa" tenant create suspended --host suspended.localhost && "$remessa" tenant suspend suspended || return 1
    start_server "$remessa" "$E2E_PORT" "$STATE/log/server"
    export E2E_SERVER_PID=$SERVER REMESSA_BIN=$remessa
    local status=0
    [[ -z $REMESSA_ROTATION ]] || say "rotation $REMESSA_ROTATION; REMESSA_ROTATION=$REMESSA_ROTATION ./dev test e2e repeats it"
    # Playwright sets its own word for the same, and the two together make Node warn.
    unset NO_COLOR
    npm_run e2e -- --reporter=list ${E2E_GREP:+-g "$E2E_GREP"} || status=$?
    stop_server
    return $status
}
