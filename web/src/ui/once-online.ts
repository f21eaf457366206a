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
