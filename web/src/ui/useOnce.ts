import { useRef } from 'react'

type Call<V> = { mutate(variables: V, options: { onSettled(): void }): void }

/** Begins a call unless it runs: the second click of a double click comes before the button is drawn as busy. */
export function useOnce<V>(call: Call<V>) {
  const isRunning = useRef(false)
  return (variables: V) => {
    if (isRunning.current) return
    isRunning.current = true
    call.mutate(variables, {
      onSettled: () => {
        isRunning.current = false
      },
    })
  }
}
