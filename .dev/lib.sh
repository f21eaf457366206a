# shellcheck shell=bash
# Words, ports, processes: what every command shares.

say() { printf '%s\n' "$*" >&2; }

die() {
    say "dev: $*"
    exit 1
}

secret() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }

# A path as the tail of a file:// address.
url_path() {
    local path=${1//%/%25}
    path=${path// /%20}
    path=${path//#/%23}
    printf '%s' "${path//\?/%3F}"
}

port_taken() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# Below the range from which the kernel gives ports to outgoing connections.
free_port() {
    local port
    while :; do
        port=$((20000 + (RANDOM << 1 | RANDOM & 1) % 12000))
        port_taken "$port" || break
    done
    printf '%s' "$port"
}

# The status of GET $2 on local port $1; empty when nobody answers. Debian's smallest images have no curl.
http_status() {
    local version status
    {
        printf 'GET %s HTTP/1.0\r\nHost: localhost\r\nConnection: close\r\n\r\n' "$2" >&3
        read -r -t 5 version status _ <&3
    } 2>/dev/null 3<>"/dev/tcp/127.0.0.1/$1" && printf '%s' "${status:-$version}"
}

# A pid alone does not name a process: numbers are given again. Its start does. Empty for a dead one nobody has buried.
started_at() {
    sed -n 's/.*) [^Z] //p' "/proc/$1/stat" 2>/dev/null | cut -d ' ' -f 19
}

# The file $1 keeps process $2 across runs.
remember_process() { printf '%s %s\n' "$2" "$(started_at "$2")" >"$1"; }

# Prints the pid kept in file $1 while that very process lives.
living_process() {
    local pid start
    [[ -f $1 ]] && read -r pid start <"$1" || return 1
    [[ -n $start && $(started_at "$pid") == "$start" ]] && printf '%s' "$pid"
}

# Prints pid $2 if it works in folder $1. A daemon does so for life; its pid file may be a leftover, or another clone's copy.
works_in() {
    [[ -n $2 && $(readlink "/proc/$2/cwd") == "$(readlink -f "$1")" ]] && printf '%s' "$2"
}

# Asks process $1 (or, with a leading -, a group) to end; insists after $2 seconds, 10 if not said.
end_process() {
    local insist=$((SECONDS + ${2:-10}))
    kill -TERM -- "$1" 2>/dev/null || return 0
    while kill -0 -- "$1" 2>/dev/null && ((SECONDS < insist + 2)); do
        ((SECONDS < insist)) || kill -KILL -- "$1" 2>/dev/null || true
        sleep 0.1
    done
}

# Runs a long command so that Ctrl-C and a killed CI job end it at once, with all its children: in a group of its own.
run() {
    local pid status=0
    set -m
    { set +m && "$@"; } </dev/null &
    pid=$!
    set +m
    remember_process "$STATE/running" "$pid"
    wait "$pid" || status=$?
    rm -f "$STATE/running"
    return $status
}

end_running() {
    local pid
    pid=$(living_process "$STATE/running") && end_process "-$pid" 5
    rm -f "$STATE/running"
}

# From here on function $1 runs however this command ends. After a kill -9 a watcher runs it,
# unless another command has taken the folder over in the meantime.
on_leaving() {
    local owner
    remember_process "$STATE/owner" $$
    owner=$(<"$STATE/owner")
    # shellcheck disable=SC2064
    trap "trap '' INT TERM HUP; end_watcher; end_running; $1" EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
    set -m
    {
        trap - EXIT INT TERM HUP
        while living_process "$STATE/owner" >/dev/null; do sleep 1; done
        if [[ $(cat "$STATE/owner") == "$owner" ]]; then end_running && "$1"; fi
    } </dev/null >/dev/null 2>&1 &
    WATCHER=$!
    disown "$WATCHER"
    set +m
}

end_watcher() { kill -KILL -- "-$WATCHER" 2>/dev/null || true; }
