# shellcheck shell=bash
# Debian packages of a release build: the program with its web, and its debug symbols. `./dev package try` installs them.

PACKAGE_USAGE="usage: ./dev package [try] [--binary FILE --web FOLDER]"

cmd_package() {
    local binary=$TARGET/release/remessa web=$ROOT/web/dist try='' built=
    while (($#)); do
        case $1 in
        try) try=yes ;;
        --binary) binary=$(realpath "${2:?$PACKAGE_USAGE}") built=yes && shift ;;
        --web) web=$(realpath "${2:?$PACKAGE_USAGE}") && shift ;;
        *) die "$PACKAGE_USAGE" ;;
        esac
        shift
    done
    STATE=$ROOT/.local/package
    need package
    mkdir -p "$STATE"
    on_leaving remove_package_folders
    if [[ -z $built ]]; then build_for_package; fi
    make_packages "$binary" "$web"
    if [[ -n $try ]]; then try_package; fi
}

build_for_package() {
    part "web packages" run web_install
    part "server build" run build_release
    part "web client" run web_gen
    part "web build" run web_build
}

remove_package_folders() { rm -rf "$STATE/tree" "$STATE/symbols" "$STATE/again"; }

# make_packages BINARY WEB
make_packages() {
    local version arch package
    [[ -x $1 ]] || die "$1 is no program"
    [[ -f $2/index.html ]] || die "$2 is no built web"
    version=$(package_version)
    arch=$(dpkg --print-architecture)
    # The same commit gives the same times.
    SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
    export SOURCE_DATE_EPOCH
    remove_package_folders
    rm -f "$STATE"/*.deb
    say "  packages $version"
    split_symbols "$1"
    lay_files "$1" "$2" "$version"
    for package in tree symbols; do
        (cd "$STATE/$package" && find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
    done
    write_controls "$version" "$arch"
    build_deb "$STATE/tree" "$STATE/remessa_${version}_$arch.deb"
    build_deb "$STATE/symbols" "$STATE/remessa-dbgsym_${version}_$arch.deb"
    remove_package_folders
    (cd "$STATE" && ls -sh1 -- *.deb) >&2
}

# The version of the workspace, and for a commit without its tag the time and name of the commit: each is newer than the one
# before, and older than the release it leads to.
package_version() {
    local version
    version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
    if git describe --exact-match --tags --match "v$version" >/dev/null 2>&1; then
        printf '%s' "$version"
    else
        printf '%s~%s.g%s' "$version" "$(TZ=UTC git log -1 --date=format-local:%Y%m%d%H%M%S --format=%cd)" "$(git rev-parse --short=8 HEAD)"
    fi
}

# The program without symbols into tree, the symbols where debuggers look for them by the id of the build.
split_symbols() {
    local id symbols
    id=$(readelf -n "$1" | sed -n 's/ *Build ID: //p')
    [[ -n $id ]] || die "$1 has no build id, by which debuggers find its symbols"
    symbols=$STATE/symbols/usr/lib/debug/.build-id/${id:0:2}/${id:2}.debug
    install -d "$STATE/tree/usr/bin" "${symbols%/*}" "$STATE/symbols/DEBIAN"
    objcopy --only-keep-debug --compress-debug-sections "$1" "$symbols" &&
        chmod 644 "$symbols" && strip --strip-unneeded --remove-section=.comment -o "$STATE/tree/usr/bin/remessa" "$1"
}

# lay_files BINARY WEB VERSION
lay_files() {
    local tree=$STATE/tree doc=$STATE/tree/usr/share/doc/remessa share=$STATE/tree/usr/share/remessa
    install -d "$doc/examples" "$share/web" "$share/settings" "$tree/etc/remessa" "$tree/usr/lib/systemd/system" \
        "$tree/usr/sbin" "$tree/usr/share/man/man1" "$tree/usr/share/man/man8" "$tree/usr/share/lintian/overrides" "$tree/DEBIAN"
    install -m 755 packaging/remessa-admin "$tree/usr/sbin/"
    install -m 644 packaging/remessa.env packaging/admin.env "$share/settings/"
    cp -r packaging/systemd/. "$tree/usr/lib/systemd/system/"
    cp -r "$2/." "$share/web/"
    cp -r tenants "$doc/examples/"
    cp -r docs/operators-handbook.md docs/monitoring "$doc/"
    # Not beside the documents, which small images leave out.
    cp migrations/data/README.md "$share/lookups.md"
    install -m 644 packaging/debian/copyright "$doc/copyright"
    node packaging/notices.mjs | gzip -9n >"$share/licences.gz" || return 1
    change_entry "$3" | gzip -9n >"$doc/changelog.gz"
    write_manual "$1" "$3" | gzip -9n >"$tree/usr/share/man/man1/remessa.1.gz" || return 1
    gzip -9n <packaging/remessa-admin.8 >"$tree/usr/share/man/man8/remessa-admin.8.gz"
    install -m 644 packaging/debian/lintian-overrides "$tree/usr/share/lintian/overrides/remessa"
    # For everybody to read, whatever the developer's umask says.
    chmod -R u=rwX,go=rX "$tree" "$STATE/symbols"
    install -d "$STATE/symbols/usr/share/doc"
    ln -s remessa "$STATE/symbols/usr/share/doc/remessa-dbgsym"
}

# Operators read the version of the companies' schemas there: it says which kind of upgrade a release needs.
change_entry() {
    printf 'remessa (%s) unstable; urgency=medium\n\n  * Built from commit %s.\n  * Version of the schemas of companies: %s.\n\n' \
        "$1" "$(git rev-parse HEAD)" "$(schema_version)"
    printf ' -- Remessa founders <founders@remessa.example>  %s\n' "$(git log -1 --date=rfc --format=%cd)"
}

# The number of the newest file, without the zeros before it.
schema_version() { find migrations/tenant -name '*.sql' -printf '%f\n' | sort | tail -n 1 | sed 's/^0*\([0-9]*\)_.*/\1/'; }

# write_controls VERSION ARCH
write_controls() {
    local libraries
    libraries=$(needed_libraries) || return 1
    fill_control "$STATE/tree" packaging/debian/control "$@" "$libraries"
    fill_control "$STATE/symbols" packaging/debian/control-dbgsym "$@" "$libraries"
    install -m 755 packaging/debian/{postinst,prerm,postrm} "$STATE/tree/DEBIAN/"
}

# fill_control TREE TEMPLATE VERSION ARCH LIBRARIES
fill_control() {
    local size
    size=$(du -sk --apparent-size --exclude=DEBIAN "$1" | cut -f 1)
    sed -e "s/@VERSION@/$3/" -e "s/@ARCH@/$4/" -e "s/@LIBRARIES@/$5/" -e "s/@SIZE@/$size/" "$2" >"$1/DEBIAN/control"
}

# The packages and versions whose libraries the program is linked to. The tool wants the source of a package around it.
needed_libraries() {
    local folder=$STATE/again
    install -d "$folder/debian"
    printf 'Source: remessa\n\nPackage: remessa\nArchitecture: any\n' >"$folder/debian/control"
    (cd "$folder" && dpkg-shlibdeps -O -e"$STATE/tree/usr/bin/remessa" 2>/dev/null) | sed -n 's/^shlibs:Depends=//p' | grep .
}

build_deb() { dpkg-deb --root-owner-group -Zzstd --build "$1" "$2" >/dev/null; }

# The manual, from what the program says of itself: every command with its options and variables.
write_manual() {
    printf '.TH REMESSA 1 "%s" "remessa %s" "Remessa"\n' "$(git log -1 --date=format:%F --format=%cd)" "$2"
    printf '.SH NAME\nremessa \\- back office for companies that ship parcels across borders\n'
    printf '.SH SYNOPSIS\n\\fBremessa\\fR \\fICOMMAND\\fR [\\fIOPTIONS\\fR]\n'
    printf '.SH DESCRIPTION\nOptions of the same name as a variable win over the variable. On an installation from the package,\n'
    printf 'variables stand in \\fI/etc/remessa\\fR, and \\fBremessa\\-admin\\fR(8) runs a command with them.\n.SH COMMANDS\n'
    describe_command "$1" || return 1
    printf '.SH FILES\n\\fI/etc/remessa/remessa.env\\fR, \\fI/etc/remessa/admin.env\\fR: settings.\n.br\n'
    printf '\\fI/usr/share/doc/remessa/operators\\-handbook.md\\fR: how to run it.\n.SH SEE ALSO\n\\fBremessa\\-admin\\fR(8)\n'
}

# describe_command BINARY COMMAND…: its help and that of the commands below it.
describe_command() {
    local binary=$1 help name
    shift
    help=$(env -i COLUMNS=100 NO_COLOR=1 "$binary" "$@" --help) || return 1
    printf '.SS "remessa%s"\n.nf\n' "${*:+ $*}"
    # Backslashes and a line's first dot or quote are commands of the typesetter.
    sed -e 's/\\/\\e/g' -e 's/-/\\-/g' -e "s/^\([.']\)/\\\\\&\1/" <<<"$help"
    printf '.fi\n'
    while read -r name; do
        [[ $name == help ]] || describe_command "$binary" "$@" "$name" || return 1
    done < <(sed -n '/^Commands:/,/^$/ s/^  \([a-z][a-z-]*\).*/\1/p' <<<"$help")
}
