# shellcheck shell=bash
# The packages and the build of web/. A stamp holds the hash of what a result was made from, so nothing is made twice.

in_web() { (cd web && exec "$@"); }

# As an npm script runs it: with the Node of the packages first.
npm_run() { in_web npm run --silent "$@"; }

hash_of() { sha256sum | cut -d ' ' -f 1; }

fresh() { [[ -f $ROOT/.local/stamps/$1 && $(<"$ROOT/.local/stamps/$1") == "$2" ]]; }

stamp() { mkdir -p "$ROOT/.local/stamps" && printf '%s' "$2" >"$ROOT/.local/stamps/$1"; }

# Inputs of the web build: all of web/ except its own output, and the contract.
web_hash() {
    find web openapi -type f \
        -not -path 'web/node_modules/*' -not -path 'web/dist/*' -not -path 'web/src/api/generated/*' -not -path 'web/src/api/schema.ts' \
        -not -path 'web/src/routeTree.gen.ts' -not -path 'web/test-results/*' -not -path 'web/playwright-report/*' -print0 |
        sort -z | xargs -0 sha256sum | hash_of
}

# `up` and `test` share these folders and must not write them at once. Held until the part that took it ends (see run).
lock_web() {
    mkdir -p "$ROOT/.local"
    exec 8>"$ROOT/.local/web.lock"
    flock 8
}

web_install() {
    local wanted
    lock_web
    wanted=$(cat web/package.json web/package-lock.json | hash_of)
    if [[ ! -f web/node_modules/.package-lock.json ]] || ! fresh packages "$wanted"; then
        need_node || return 1
        in_web npm ci --no-audit --no-fund --loglevel=error || return 1
        stamp packages "$wanted"
    fi
}

web_gen() {
    local wanted
    lock_web
    wanted=$(web_hash)
    [[ -d web/src/api/generated ]] && fresh client "$wanted" && return
    npm_run gen || return 1
    stamp client "$wanted"
}

web_build() {
    local wanted
    lock_web
    wanted=$(web_hash)
    [[ -f web/dist/index.html ]] && fresh dist "$wanted" && return
    npm_run build -- --logLevel warn || return 1
    stamp dist "$wanted"
}
