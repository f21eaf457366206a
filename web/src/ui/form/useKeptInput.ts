import { useState } from 'react'
import { clearDraft, readDraft, writeDraft } from './draft'

/**
 * The input of a dialog that is no form of a record, kept in this browser until it is sent: a phone with little memory ends the
 * page while its camera is open, and a press beside a dialog closes it. Pictures are not kept.
 */
export function useKeptInput<Input extends object>(name: string, empty: Input) {
  const [input, setInput] = useState<Input>(() => ({ ...empty, ...readDraft<Input>(name) }))

  function change(part: Partial<Input>) {
    const next = { ...input, ...part }
    setInput(next)
    writeDraft(name, next)
  }

  return { input, change, forget: () => clearDraft(name) }
}
