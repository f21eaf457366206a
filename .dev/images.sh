# shellcheck shell=bash
# The pictures of the README, of the screens as they are now.

cmd_images() {
    [[ $# -eq 0 ]] || die "usage: ./dev images"
    need test
    mkdir -p "$STATE"
    databases_running && UP_FOUND_RUNNING=yes
    on_leaving leave_up
    up_server 8080 detach debug
    E2E_PORT=8080 run npm_run e2e -- --config playwright.images.ts --reporter=line
    say "written: web/docs/*.png. Look at each before you commit it"
}
