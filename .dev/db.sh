# shellcheck shell=bash
# A Postgres and a Redis that belong to this clone alone: under $STATE, on free ports that are remembered.

# A quarter of a small machine of 4 GB, which Postgres advises.
PG_SHARED_BUFFERS=1GB
# Set by `./dev test`: its cluster is thrown away, so it need not survive a power cut.
PG_EXTRA=
# Set by `./dev test`: its cluster is in memory where there is room. Each test creates and deletes a thousand files; a disk
# needs up to ten times the time for that (ext4 without a journal does not reuse the place of a file for a minute).
PG_IN_MEMORY=
# How Postgres checks passwords.
PG_AUTH=scram-sha-256

cmd_db() {
    [[ $# -eq 0 || $* == --print ]] || die "usage: ./dev db [--print]"
    start_databases
    if [[ ${1:-} == --print ]]; then
        sed "s/^\([A-Z_]*\)=\(.*\)/export \1='\2'/" "$STATE/env"
    else
        say "Postgres and Redis are up (stop them with ./dev down). In your shell: eval \"\$(./dev db --print)\""
        cat "$STATE/env"
    fi
}

start_databases() {
    need db
    PG_BIN=$(postgres_bin)
    mkdir -p "$STATE"
    # Two commands at once must not both create the cluster. The servers must not inherit the lock (9>&-).
    exec 9>"$STATE/lock"
    flock 9
    read_state
    start_postgres
    start_redis
    write_env
    exec 9>&-
}

databases_running() { pg_pid >/dev/null || redis_pid >/dev/null; }

stop_databases() {
    stop_redis
    stop_postgres
}

read_state() {
    PG_PORT='' REDIS_PORT='' PG_PASSWORD='' APP_PASSWORD='' REDIS_PASSWORD='' SECRET=''
    # shellcheck source=/dev/null
    [[ -f $STATE/state ]] && source "$STATE/state"
    : "${PG_PASSWORD:=$(secret)}" "${APP_PASSWORD:=$(secret)}" "${REDIS_PASSWORD:=$(secret)}" "${SECRET:=$(secret)$(secret)}"
    write_state
}

write_state() {
    local name
    (umask 077 && for name in PG_PORT REDIS_PORT PG_PASSWORD APP_PASSWORD REDIS_PASSWORD SECRET; do
        printf '%s=%s\n' "$name" "${!name}"
    done >"$STATE/state.new")
    mv "$STATE/state.new" "$STATE/state"
}

# Paths are written anew each time: a clone may have been moved.
write_env() {
    local base
    base=file://$(url_path "$STATE")
    (umask 077 && cat >"$STATE/env.new") <<ENV
REMESSA_ADMIN_URL=postgres://remessa:$PG_PASSWORD@127.0.0.1:$PG_PORT/remessa
REMESSA_DATABASE_URL=postgres://127.0.0.1:$PG_PORT/remessa
REMESSA_DATABASE_PASSWORD=$APP_PASSWORD
REMESSA_REDIS_URL=redis://default:$REDIS_PASSWORD@127.0.0.1:$REDIS_PORT
REMESSA_LISTEN=127.0.0.1:8080
REMESSA_PUBLIC_ORIGIN=http://*:8080
REMESSA_WEB_DIR=$ROOT/web/dist
REMESSA_FILES_URL=$base/files
REMESSA_MAIL_URL=$base/mail
REMESSA_SECRET=$SECRET
ENV
    mv "$STATE/env.new" "$STATE/env"
}

load_env() {
    local line
    while IFS= read -r line; do export "${line?}"; done <"$STATE/env"
}

# --- Postgres

# Postgres refuses to run as root, so root hands its folder to the user of Debian's package.
as_pg() {
    if ((EUID == 0)); then
        (cd / && exec runuser -u postgres -- "$@")
    else
        "$@"
    fi
}

# $STATE/pg may be a link that Postgres' own user cannot follow (see pg_folder).
pg_home() { readlink -f "$STATE/pg"; }
pg_data() { printf '%s/data' "$(pg_home)"; }

pg_pid() { works_in "$(pg_data)" "$(as_pg head -n 1 "$(pg_data)/postmaster.pid" 2>/dev/null)"; }

start_postgres() {
    local tries
    pg_pid >/dev/null && return
    [[ ! -e $STATE/pg || -O $STATE/pg/ || $EUID -eq 0 ]] || die "$STATE/pg belongs to another user: run or remove it as that user"
    as_pg test -e "$(pg_home)/created" || create_cluster
    as_pg rm -f "$(pg_data)/postmaster.pid"
    for tries in 1 2 3; do
        if [[ -z $PG_PORT ]] || port_taken "$PG_PORT"; then PG_PORT=$(free_port); fi
        write_state
        pg_settings | as_pg tee "$(pg_data)/remessa.conf" >/dev/null
        as_pg "$PG_BIN/pg_ctl" start -s -w -t 120 -D "$(pg_data)" -l "$(pg_home)/log" </dev/null >&2 9>&- && break
        ((tries < 3)) || { as_pg tail -n 20 "$(pg_home)/log" >&2 && die "Postgres does not start; its log is $STATE/pg/log"; }
    done
    pg_create_database remessa
}

pg_settings() {
    cat <<CONF
listen_addresses = '127.0.0.1'
port = $PG_PORT
unix_socket_directories = ''
max_connections = 200
shared_buffers = $PG_SHARED_BUFFERS
max_wal_size = 2GB
# A migration of many tenants, and an export of one, lock every table they meet.
max_locks_per_transaction = 1024
# After a crash, fsync of each of some 100,000 tenant files one by one takes minutes.
recovery_init_sync_method = syncfs
timezone = 'UTC'
log_line_prefix = '%m [%p] %u@%d '
$PG_EXTRA
CONF
}

create_cluster() {
    say "creating a Postgres cluster in $STATE/pg"
    rm -rf "$STATE/pg"
    pg_folder
    (umask 077 && echo "$PG_PASSWORD" | as_pg tee "$(pg_home)/password" >/dev/null)
    as_pg "$PG_BIN/initdb" -D "$(pg_data)" --username=remessa --pwfile="$(pg_home)/password" \
        --auth=$PG_AUTH --encoding=UTF8 --locale=C.UTF-8 --no-sync >/dev/null
    as_pg rm "$(pg_home)/password"
    echo "include = 'remessa.conf'" | as_pg tee -a "$(pg_data)/postgresql.conf" >/dev/null
    as_pg touch "$(pg_home)/created"
}

# Where the user `postgres` may not reach this clone (below /root, say) the data stands in its home, behind a link.
pg_folder() {
    local name
    name=remessa-$(secret | head -c 12)
    if [[ -n $PG_IN_MEMORY ]] && memory_has_room; then
        pg_linked_folder "/dev/shm/$name"
    elif ((EUID != 0)); then
        mkdir "$STATE/pg"
    elif chmod a+x "$STATE" && as_pg test -x "$STATE"; then
        install -d -o postgres -g postgres -m 700 "$STATE/pg"
    else
        say "the user postgres cannot enter $STATE: the data goes to" ~postgres
        pg_linked_folder ~postgres/"$name"
    fi
}

pg_linked_folder() {
    if ((EUID == 0)); then install -d -o postgres -g postgres -m 700 "$1"; else mkdir -m 700 "$1"; fi
    ln -s "$1" "$STATE/pg"
}

# The cluster of a whole run of the tests takes about 1 GB.
memory_has_room() {
    local free
    free=$(awk '/^MemAvailable:/ { print int($2 / 1048576) }' /proc/meminfo)
    [[ -w /dev/shm ]] && ((free >= 6 && $(df --output=avail -BG /dev/shm | tail -n 1 | tr -dc 0-9) >= 4))
}

pg_sql() { "$PG_BIN/psql" "postgres://remessa:$PG_PASSWORD@127.0.0.1:$PG_PORT/postgres" -X -q -t -A -v ON_ERROR_STOP=1 -c "$1"; }

pg_create_database() {
    [[ $(pg_sql "select 1 from pg_database where datname = '$1'") == 1 ]] || pg_sql "create database $1"
}

stop_postgres() {
    pg_pid >/dev/null || return 0
    as_pg "${PG_BIN:-$(postgres_bin)}/pg_ctl" stop -s -m fast -t 60 -D "$(pg_data)" ||
        as_pg "${PG_BIN:-$(postgres_bin)}/pg_ctl" stop -s -m immediate -D "$(pg_data)"
}

# --- Redis

redis_pid() { works_in "$STATE/redis" "$(cat "$STATE/redis/pid" 2>/dev/null)"; }

start_redis() {
    local tries
    redis_pid >/dev/null && return
    mkdir -p "$STATE/redis"
    for tries in 1 2 3; do
        if [[ -z $REDIS_PORT ]] || port_taken "$REDIS_PORT"; then REDIS_PORT=$(free_port); fi
        write_state
        (umask 077 && redis_settings >"$STATE/redis/redis.conf")
        rm -f "$STATE/redis/pid"
        (cd "$STATE/redis" && redis-server redis.conf </dev/null >&2 9>&-)
        redis_answers && break
        ((tries < 3)) || { tail -n 20 "$STATE/redis/log" >&2 && die "Redis does not start; its log is $STATE/redis/log"; }
    done
}

# Nothing in Redis must last, so nothing is written down.
redis_settings() {
    cat <<CONF
bind 127.0.0.1
port $REDIS_PORT
requirepass $REDIS_PASSWORD
daemonize yes
pidfile ./pid
logfile ./log
save ""
appendonly no
maxmemory 256mb
maxmemory-policy allkeys-lru
CONF
}

redis_answers() {
    local deadline=$((SECONDS + 10))
    while ((SECONDS < deadline)); do
        [[ -s $STATE/redis/pid ]] && port_taken "$REDIS_PORT" && return
        sleep 0.1
    done
    return 1
}

stop_redis() {
    local pid
    pid=$(redis_pid) && end_process "$pid"
    return 0
}
