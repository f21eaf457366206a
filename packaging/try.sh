#!/bin/bash
# The life of the package in a fresh Debian: try.sh install, then try.sh database company upgrade remove purge
# `./dev package try` runs it there, all but the installation in a network of its own, so that no port is taken. There is no
# systemd in a chroot: the lines of the units are run as they stand.
set -euo pipefail

PORT=8080
HOST=first.localhost
SERVER=

step() { printf '\n── %s\n' "$*"; }

# show COMMAND…: prints it as somebody would type it, and runs it.
show() {
    printf '# %s\n' "$*"
    "$@"
}

expect() {
    local told=$1
    shift
    "$@" || { echo "FAILED: $told" && exit 1; }
    echo "ok: $told"
}

hash_of() { cat "$@" | sha256sum | cut -d ' ' -f 1; }

apt() { apt-get -qq -o Dpkg::Use-Pty=0 "$@"; }

# Packages of Debian, whose words nobody needs. None of them starts anything.
install_quietly() {
    printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d
    chmod +x /usr/sbin/policy-rc.d
    apt install -y --no-install-recommends "$@" >/dev/null 2>&1
}

try_install() {
    step install
    apt update
    show apt install -y --no-install-recommends /packages/remessa_*.deb
    expect "the settings are for root alone" test "$(stat -c '%a %U' /etc/remessa/remessa.env)" = "600 root"
    expect "the folder of data is that of its user" test "$(stat -c '%a %U' /var/lib/remessa)" = "750 remessa"
    expect "each installation has a secret of its own" grep -qE '^REMESSA_SECRET=[0-9a-f]{64}$' /etc/remessa/remessa.env
    expect "nothing runs" test -z "$(pidof remessa)"
    expect "the program says its name" sh -c 'remessa --version | grep -q ^remessa'
    expect "the package says the version of the schemas" sh -c 'dpkg-deb --fsys-tarfile /packages/remessa_*.deb |
        tar -xO ./usr/share/doc/remessa/changelog.gz | zcat | grep -qE "schemas of companies: [1-9][0-9]*\.$"'
    show install_quietly systemd lintian postgresql redis-server curl iproute2
    expect "the units are right" check_units
    # Its own archive takes xz alone, which needs ten times as long.
    show lintian --allow-root --suppress-tags malformed-deb-archive /packages/remessa*.deb
}

# Every unit is understood, and exposed to 2.0 of 10 at most.
check_units() {
    local unit
    for unit in server worker platform migrate; do
        systemd-analyze verify "/usr/lib/systemd/system/remessa-$unit.service" || return 1
        systemd-analyze security --offline=true --threshold=20 "remessa-$unit.service" | tail -n 1 || return 1
    done
}

try_database() {
    step database
    ip link set lo up
    local version
    version=$(ls /etc/postgresql)
    printf '%s\n' 'port = 5432' 'max_locks_per_transaction = 1024' 'recovery_init_sync_method = syncfs' \
        >"/etc/postgresql/$version/main/conf.d/remessa.conf"
    show pg_ctlcluster "$version" main start
    (cd / && show redis-server --daemonize yes --save '' >/dev/null)
    as_postgres "create role remessa superuser login password 'try'"
    as_postgres "create database remessa owner remessa"
    sed -i 's/remessa:PASSWORD@/remessa:try@/' /etc/remessa/admin.env
    sed -i -e 's/^#REMESSA_REDIS_URL/REMESSA_REDIS_URL/' -e "s|^REMESSA_PUBLIC_ORIGIN=.*|REMESSA_PUBLIC_ORIGIN=http://*:$PORT|" \
        /etc/remessa/remessa.env
    show run_unit remessa-migrate
}

# as_postgres SQL [DATABASE]
as_postgres() { (cd / && show runuser -u postgres -- psql -X -q -t -A -v ON_ERROR_STOP=1 -d "${2:-postgres}" -c "$1"); }

# Runs the program of a unit as its user and with its variables, and nothing else.
run_unit() {
    local unit=/usr/lib/systemd/system/$1.service variables file
    local -a command
    read -ra command < <(sed -n 's/^ExecStart=//p' "$unit")
    variables=$(sed -n 's/^Environment=//p' "$unit" | tr ' ' '\n'
        sed -n 's/^EnvironmentFile=-\?//p' "$unit" | while read -r file; do
            if [[ -e $file ]]; then grep -v -e '^#' -e '^$' "$file"; fi
        done)
    local -a pairs
    mapfile -t pairs <<<"$variables"
    env -i PATH=/usr/bin:/bin TMPDIR=/var/tmp "${pairs[@]}" \
        setpriv --reuid=remessa --regid=remessa --init-groups --no-new-privs --bounding-set=-all -- "${command[@]}"
}

start_processes() {
    run_unit remessa-server >/var/log/remessa-server 2>&1 &
    run_unit remessa-worker >/var/log/remessa-worker 2>&1 &
    local tries
    for tries in $(seq 300); do
        answers /readyz 200 && SERVER=yes && return
        sleep 0.1
    done
    tail -n 20 /var/log/remessa-server
    echo "FAILED: the server is not ready after ${tries} tries" && exit 1
}

stop_processes() {
    local tries
    # shellcheck disable=SC2046
    kill $(pidof remessa) || true
    for tries in $(seq 300); do
        pidof remessa >/dev/null || return 0
        sleep 0.1
    done
    echo "FAILED: the processes do not end (${tries} tries)" && exit 1
}

# answers PATH STATUS [WORDS]
answers() {
    local status
    status=$(curl -s -o /tmp/answer -w '%{http_code}' -H "Host: $HOST" "http://127.0.0.1:$PORT$1") || return 1
    [[ $status == "$2" ]] && grep -q -- "${3:-}" /tmp/answer
}

try_company() {
    step company
    start_processes
    show remessa-admin tenant create first --host "$HOST"
    sleep 6
    expect "the company's page of sign-in is there" answers /login 200 '<div id="root"'
    expect "the company has a name" answers /api/domain 200 '"name"'
    expect "metrics are there" sh -c 'curl -s http://127.0.0.1:9464/metrics | grep -q ^http_request_seconds'
    show remessa-admin tenant invite-administrator first --name 'Ada Try' --email ada@example.com
    expect "her e-mail waits in the folder" wait_for_email
    show remessa-admin ledger verify
    show remessa-admin tenant export first /var/lib/remessa/first.zip
}

wait_for_email() {
    local tries
    for tries in $(seq 100); do
        [[ -z $(find /var/lib/remessa/mail -name '*.eml') ]] || return 0
        sleep 0.2
    done
    echo "no e-mail after ${tries} tries" && return 1
}

try_upgrade() {
    step upgrade
    local before
    before=$(hash_of /etc/remessa/remessa.env /etc/remessa/admin.env)
    show apt install -y --no-install-recommends /packages/next_*.deb
    expect "the settings are as they were" test "$before" = "$(hash_of /etc/remessa/remessa.env /etc/remessa/admin.env)"
    [[ -n $SERVER ]] || return 0
    expect "the former release still serves" answers /login 200 '<div id="root"'
    show run_unit remessa-migrate
    stop_processes
    start_processes
    expect "the next release serves the company" answers /login 200 '<div id="root"'
}

try_remove() {
    step remove
    [[ -z $SERVER ]] || stop_processes
    touch /var/lib/remessa/a-file-of-a-company
    show apt remove -y remessa
    expect "the program is gone" test ! -e /usr/bin/remessa
    expect "the web is gone" test ! -e /usr/share/remessa/web
    expect "files of companies stay" test -e /var/lib/remessa/a-file-of-a-company
    expect "settings stay" test -e /etc/remessa/remessa.env
    [[ -z $SERVER ]] || expect "the database stays" test "$(as_postgres 'select slug from control.tenants' remessa | tail -n 1)" = first
}

try_purge() {
    step purge
    local before
    before=$(hash_of /etc/remessa/remessa.env)
    echo 'REMESSA_WORKERS=1' >/etc/remessa/worker.env
    show apt purge -y remessa
    expect "files of companies stay after a purge" test -e /var/lib/remessa/a-file-of-a-company
    expect "settings are put aside" test "$before" = "$(hash_of /var/backups/remessa/remessa.env)"
    expect "for root alone" test "$(stat -c '%a %U' /var/backups/remessa)" = "700 root"
    show apt install -y --no-install-recommends /packages/next_*.deb
    expect "an installation after it has the old secret" test "$before" = "$(hash_of /etc/remessa/remessa.env)"
    expect "and the worker's own settings" grep -q REMESSA_WORKERS=1 /etc/remessa/worker.env
    expect "nothing stays aside" test ! -e /var/backups/remessa
}

for part in "$@"; do "try_$part"; done
printf '\nall of it worked: %s\n' "$*"
