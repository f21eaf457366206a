import { useEffect } from 'react'

/** Keeps the screen on as long as the page is in sight: a scanner types, and nobody touches the screen for minutes. */
export function useAwake() {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isOver = false

    async function ask() {
      if (document.visibilityState !== 'visible') return
      try {
        const given = await navigator.wakeLock?.request('screen')
        if (isOver) await given?.release()
        else lock = given
      } catch {
        // The battery is low, or the browser does not want it: the screen goes dark as ever.
      }
    }

    const onChange = () => void ask()
    onChange()
    // The browser takes it back when the page is hidden.
    document.addEventListener('visibilitychange', onChange)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', onChange)
      void lock?.release().catch(() => undefined)
    }
  }, [])
}
