/** Lets `/field` open without a network. The build makes the worker, with the list of what it keeps. */
export function keepShell() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Without it the phone needs a network to open the page, and nothing else.
  void navigator.serviceWorker.register('/field-worker.js', { scope: '/field' }).catch(() => undefined)
}
