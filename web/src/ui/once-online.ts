/** A server that does not answer is asked again after this time. */
const PAUSE_MS = 5_000

/** Whether the server can be reached. */
export async function answers() {
  try {
    return (await fetch('/healthz', { cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/** Loads a part of the program; without a connection to the server, once there is one. */
export async function onceOnline<Part>(load: () => Promise<Part>): Promise<Part> {
  if (navigator.onLine) {
    try {
      return await load()
    } catch (failure) {
      if (await answers()) throw failure
    }
  }
  await new Promise((resume) => {
    window.addEventListener('online', resume, { once: true })
    setTimeout(resume, PAUSE_MS)
  })
  return onceOnline(load)
}
