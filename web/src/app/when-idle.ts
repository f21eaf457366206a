/** Runs something once the browser has nothing better to do. Returns how to call it off. */
export function whenIdle(run: () => void) {
  if (!window.requestIdleCallback) {
    const timer = setTimeout(run, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: 2000 })
  return () => cancelIdleCallback(handle)
}

/** Fetches a part of the program; without a connection it comes when the connection does, instead of failing. */
export async function onceOnline<Part>(load: () => Promise<Part>): Promise<Part> {
  if (navigator.onLine) {
    try {
      return await load()
    } catch (failure) {
      if (navigator.onLine) throw failure
    }
  }
  await new Promise((resume) => window.addEventListener('online', resume, { once: true }))
  return onceOnline(load)
}
