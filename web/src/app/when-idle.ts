/** Runs something once the browser has nothing better to do. Returns how to call it off. */
export function whenIdle(run: () => void) {
  if (!window.requestIdleCallback) {
    const timer = setTimeout(run, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: 2000 })
  return () => cancelIdleCallback(handle)
}
