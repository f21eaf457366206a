/** Processes whose file this tab is waiting for. */
const awaited = new Set<string>()

/** The file of this process is saved as soon as it is made. */
export const awaitFile = (processId: string) => void awaited.add(processId)

/** Saves the file of a finished process, if this tab waits for it. */
export function saveAwaited(processId: string, url: string) {
  if (!awaited.delete(processId)) return
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
