import { answers } from '@/api/request'

/** A server that does not answer is asked again after this time. */
const PAUSE_MS = 5_000

/** A page with a worker that keeps the program can load parts of it without a network. */
const hasKeptParts = () => Boolean(navigator.serviceWorker?.controller)

/** Loads a part of the program; without a connection to the server, once there is one. */
export async function onceOnline<Part>(load: () => Promise<Part>): Promise<Part> {
  if (navigator.onLine || hasKeptParts()) {
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
