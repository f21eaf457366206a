# shellcheck shell=bash
# Known vulnerabilities, licences and sources of the dependencies. Both parts ask a database on the internet.

cmd_audit() {
    [[ $# -eq 0 ]] || die "usage: ./dev audit"
    local failed=
    if cargo deny --version >/dev/null 2>&1; then
        cargo deny --locked check || failed=yes
    else
        say "cargo deny is not installed: cargo install --locked cargo-deny"
        failed=yes
    fi
    (cd web && npm audit --audit-level=low) || failed=yes
    [[ -z $failed ]] || die "the audit found something, or could not be made"
}
