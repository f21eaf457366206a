# shellcheck shell=bash
# Calls that schemathesis makes up for every operation, held against the published document. Never in CI.

SCHEMATHESIS=4.32.5
FUZZ_TOOLS=$ROOT/.local/fuzz/schemathesis-$SCHEMATHESIS
FUZZ_CHECKS=not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance
FUZZ_CHECKS+=,response_schema_conformance,use_after_free,ensure_resource_availability

cmd_fuzz() {
    local usage="usage: ./dev fuzz [--minutes 10] [--seed N] [admin|dev|user|client|partner]…"
    local minutes=10 seed=$RANDOM role port
    local -a roles=() fell=()
    while (($#)); do
        case $1 in
        --minutes) minutes=${2:?--minutes needs a number} && shift ;;
        --seed) seed=${2:?--seed needs a number} && shift ;;
        admin | dev | user | client | partner) roles+=("$1") ;;
        *) die "$usage" ;;
        esac
        shift
    done
    [[ $minutes =~ ^[1-9][0-9]*$ && $seed =~ ^[0-9]+$ ]] || die "$usage"
    ((${#roles[@]})) || roles=(admin dev user client partner)
    prepare_fuzz
    port=$(free_port)
    start_fuzzed_server "$port" "${roles[@]}"
    for role in "${roles[@]}"; do
        echo "── $role, for at most $minutes minutes; --seed $seed $role makes up the same calls"
        run logged "$STATE/report/$role.txt" fuzz_as "$role" "$port" $((minutes * 60)) "$seed" || fell+=("$role")
    done
    report_fuzz "${fell[@]}"
}

prepare_fuzz() {
    STATE=$ROOT/.local/fuzz/run
    # As in `./dev test`: the cluster is thrown away.
    PG_SHARED_BUFFERS=128MB
    PG_IN_MEMORY=yes
    PG_EXTRA=$'fsync = off\nsynchronous_commit = off\nfull_page_writes = off\nmax_wal_size = 512MB'
    plain_environment
    need fuzz
    ! living_process "$STATE/owner" >/dev/null || die "another ./dev fuzz runs in this clone"
    discard_test_state
    mkdir -p "$STATE/log" "$STATE/report" "$STATE/companies"
    on_leaving leave_test_state
    part "schemathesis $SCHEMATHESIS" run install_schemathesis
    part "server build" run build_debug
    part "databases" start_databases
    load_env
}

install_schemathesis() {
    [[ ! -f $FUZZ_TOOLS/installed ]] || return 0
    rm -rf "$FUZZ_TOOLS"
    python3 -m venv "$FUZZ_TOOLS" || return 1
    "$FUZZ_TOOLS/bin/pip" install --quiet --disable-pip-version-check "schemathesis==$SCHEMATHESIS" || return 1
    touch "$FUZZ_TOOLS/installed"
}

# start_fuzzed_server PORT ROLE…: the server of this tree with a company for each role.
start_fuzzed_server() {
    local port=$1 remessa=$TARGET/debug/remessa role
    shift
    export REMESSA_LISTEN=127.0.0.1:$port "REMESSA_PUBLIC_ORIGIN=http://*:$port"
    export REMESSA_REQUEST_LIMIT=1000000
    # No call that somebody made up leaves this machine: nobody answers there.
    REMESSA_DNS=127.0.0.1:$(free_port)
    REMESSA_TEST_RECEIVER=127.0.0.1:$(free_port)
    export REMESSA_DNS REMESSA_TEST_RECEIVER
    for role in "$@"; do copy_company "fuzz-$role"; done
    part "migrations" run "$remessa" migrate
    part "companies" run "$remessa" tenant apply "$STATE"/companies/*/
    part "their records" run "$remessa" seed "$STATE"/companies/*/
    "$remessa" openapi >"$STATE/openapi.json"
    part "server" start_server "$remessa" "$port" "$STATE/log/server"
}

# Each role has a company of its own: it finds nothing that another one has changed.
copy_company() {
    cp -r tenants/atlantico "$STATE/companies/$1"
    sed -i "s/^slug = .*/slug = \"$1\"/; s/^hosts = .*/hosts = [\"$1.localhost\"]/" "$STATE/companies/$1/tenant.toml"
}

# fuzz_as ROLE PORT SECONDS SEED. The two operations that are left out end the session, or the account.
fuzz_as() {
    local role=$1 port=$2 seconds=$3 seed=$4
    local -a skipped=(--exclude-operation-id logout --exclude-operation-id account_deletion_request)
    export FUZZ_ROLE=$role FUZZ_COMPANY=fuzz-$role FUZZ_HOST=fuzz-$role.localhost:$port
    export FUZZ_API=http://127.0.0.1:$port/api SCHEMATHESIS_HOOKS=$ROOT/.dev/fuzz_hooks.py PYTHONDONTWRITEBYTECODE=1
    # It keeps what it learns in the folder where it runs.
    cd "$STATE"
    "$FUZZ_TOOLS/bin/schemathesis" run openapi.json --url "$FUZZ_API" --mode all --max-time "$seconds" --seed "$seed" \
        --checks "$FUZZ_CHECKS" "${skipped[@]}" --continue-on-failure --no-shrink --request-timeout 30 --warnings off \
        --suppress-health-check all --generation-with-security-parameters false --generation-database none \
        --output-sanitize false --report json --report-json-path "report/$role.json"
}

# report_fuzz ROLE…: the roles that fell.
report_fuzz() {
    local failed
    failed=$(grep -c 'request [0-9a-f]* failed' "$STATE/log/server" || true)
    echo
    echo "reports: ${STATE#"$ROOT/"}/report; causes of errors of the server: ${STATE#"$ROOT/"}/log/server ($failed)"
    (($# == 0)) || die "failures as: $*"
    echo "no failures"
}
