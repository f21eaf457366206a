import { createContext, use, useEffect, useState } from 'react'

/**
 * For a dialog that is fetched when it is first asked for: closed on its first drawing, open on the next. Only what
 * opens knows where the focus was and gives it back.
 */
export function useOpened(opened: boolean) {
  const [mounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  return opened && mounted
}

export const ShowProcessesContext = createContext(() => {})

/** For a page that has started a process: opens the list of them. */
export const useShowProcesses = () => use(ShowProcessesContext)
