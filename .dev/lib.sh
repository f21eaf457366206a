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
    } 3<>"/dev/tcp/127.0.0.1/$1" 2>/dev/null && printf '%s' "${status:-$version}"
}

# A pid alone does not name a process: numbers are given again. Its start does.
started_at() {
    if [[ -r /proc/$1/stat ]]; then
        sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | cut -d ' ' -f 20
    else
        ps -o lstart= -p "$1" 2>/dev/null
    fi
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

# Asks process $1 (or, with a leading -, a group) to end; insists after $2 seconds.
end_process() {
    local deadline=$((SECONDS + ${2:-10}))
    kill -TERM -- "$1" 2>/dev/null || return 0
    while kill -0 -- "$1" 2>/dev/null; do
        ((SECONDS < deadline)) || { kill -KILL -- "$1" 2>/dev/null || true; }
        sleep 0.1
    done
}
