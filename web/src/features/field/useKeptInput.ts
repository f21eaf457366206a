import { useState } from 'react'
import { clearDraft, readDraft, writeDraft } from '@/ui/form/draft'

/** What a sheet of a stop asks for, apart from pictures, which only the camera can give again. */
type Sheet = 'deliver' | 'fail'

const nameOf = (stop: string, sheet: Sheet) => `field-${sheet}-${stop}`

/**
 * The input of a sheet, kept on the phone until it is recorded: a phone with little memory ends the page while its camera is
 * open, and the driver stands at the door with an empty sheet.
 */
export function useKeptInput<Input extends object>(stop: string, sheet: Sheet, empty: Input) {
  const name = nameOf(stop, sheet)
  const [input, setInput] = useState<Input>(() => ({ ...empty, ...readDraft<Input>(name) }))

  function change(part: Partial<Input>) {
    const next = { ...input, ...part }
    setInput(next)
    writeDraft(name, next)
  }

  return { input, change }
}

/** The stop is recorded: nothing that was typed there is needed any more. */
export function forgetInput(stop: string) {
  for (const sheet of ['deliver', 'fail'] as const) clearDraft(nameOf(stop, sheet))
}
