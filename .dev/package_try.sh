# shellcheck shell=bash
# Installs the packages of `./dev package` as a stranger would: in a fresh Debian of its own, with Debian's Postgres and Redis.

# The parts of packaging/try.sh that follow the installation.
TRY_PARTS=(database company upgrade remove purge)

try_package() {
    local package root=$STATE/debian suite log=$STATE/transcript
    ((EUID == 0)) || die "only root can make a Debian of its own"
    package=$(find "$STATE" -maxdepth 1 -name 'remessa_*.deb')
    # shellcheck disable=SC1091
    suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
    part "next package" make_next_package "$package"
    rm -rf "$root"
    part "a Debian $suite" new_debian "$suite" "$root"
    install -d "$root/packages"
    cp "$STATE"/*.deb "$root/packages/"
    install -m 755 packaging/try.sh "$root/try.sh"
    run try_life "$root" 2>&1 | tee "$log" || die "the trial failed; its transcript is $log"
    rm -rf "$root"
    say "the transcript is $log"
}

# Debian's packages come from outside; the rest has a network of its own, whose ports are free.
try_life() {
    umask 022
    in_debian "$1" /try.sh install && in_debian "$1" unshare --net /try.sh "${TRY_PARTS[@]}"
}

# The same files as a later release.
make_next_package() {
    local again=$STATE/again version
    rm -rf "$again" "$STATE"/next_*.deb
    dpkg-deb --raw-extract "$1" "$again"
    version=$(sed -n 's/^Version: //p' "$again/DEBIAN/control")
    sed -i "s/^Version: .*/Version: $version+next/" "$again/DEBIAN/control"
    build_deb "$again" "$STATE/next_${1##*/remessa_}"
    rm -rf "$again"
}

# The release of this machine, for whose libraries the program was built. The settings of apt say how to reach its packages.
new_debian() {
    # shellcheck disable=SC2016
    mmdebstrap --mode=root --variant=apt --quiet --include=ca-certificates \
        --setup-hook='mkdir -p "$1/etc/apt" && cp -r /etc/apt/apt.conf.d "$1/etc/apt/"' "$1" "$2"
}

# Nothing that runs there outlives the command, and the machine does not see its mounts.
in_debian() {
    local root=$1
    shift
    # shellcheck disable=SC2016
    unshare --mount --pid --fork --kill-child --uts -- sh -euc '
        root=$1 && shift
        mount --bind "$root" "$root"
        mount -t proc proc "$root/proc"
        mount -t tmpfs tmpfs "$root/run"
        mount --rbind /dev "$root/dev"
        cp --remove-destination /etc/resolv.conf "$root/etc/resolv.conf"
        hostname remessa-try
        exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"
    ' sh "$root" "$@"
}
