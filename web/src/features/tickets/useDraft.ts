import { useEffect, useRef, useState } from 'react'
import type { ItemSupportDraft, SupportFile } from '@/api/schema'
import { clearDraft, readDraft, writeDraft } from '@/ui/form/draft'

/** `isNew`: this browser has words that the server does not have yet. */
type Kept<V> = { values: V; isNew: boolean }

type Options<V> = {
  /** Names the draft in this browser. */
  name: string
  empty(): V
  load(): Promise<ItemSupportDraft>
  save(content: string): Promise<unknown>
}

/** A pause in the typing after which the draft goes to the server. */
const PAUSE_MS = 1000

/**
 * Keeps a draft: in this browser at once, on the server after a pause. Words that only this browser has are
 * kept; otherwise the server's draft is shown, which another device may have changed.
 */
export function useDraft<V extends object>({ name, empty, load, save }: Options<V>) {
  const [kept] = useState(() => readDraft<Kept<V>>(name))
  const [draft, setShown] = useState<V>(() => ({ ...empty(), ...kept?.values }))
  const [files, setFiles] = useState<SupportFile[]>()
  const pending = useRef<{ timer?: ReturnType<typeof setTimeout>; sent?: Promise<unknown>; latest?: V }>({})

  function setDraft(values: V) {
    setShown(values)
    writeDraft(name, { values, isNew: true } satisfies Kept<V>)
    schedule(values)
  }

  function schedule(values: V) {
    clearTimeout(pending.current.timer)
    pending.current.latest = values
    pending.current.timer = setTimeout(() => {
      pending.current.sent = save(JSON.stringify(values)).then(
        () => {
          const isLatest = pending.current.latest === values
          if (isLatest) writeDraft(name, { values, isNew: false } satisfies Kept<V>)
        },
        // It stays in this browser and goes out with the next words.
        () => undefined,
      )
    }, PAUSE_MS)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the form opens
  useEffect(() => {
    let isOpen = true
    load().then(
      ({ data }) => {
        if (!isOpen) return
        setFiles(data.files)
        if (pending.current.latest) return
        if (kept?.isNew && kept.values) schedule({ ...empty(), ...kept.values })
        else setShown({ ...empty(), ...read<V>(data.content) })
      },
      () => isOpen && setFiles([]),
    )
    return () => {
      isOpen = false
    }
  }, [name])

  return {
    draft,
    setDraft,
    /** Files that were uploaded before; undefined until they are known. */
    files,
    /** Nothing is stored after this: a draft that arrives after its message would be there again. */
    async settle() {
      clearTimeout(pending.current.timer)
      await pending.current.sent
    },
    discard() {
      clearTimeout(pending.current.timer)
      pending.current = {}
      setShown(empty())
      clearDraft(name)
    },
  }
}

/** The content as a page wrote it; nothing of a text that no page wrote. */
function read<V>(content: string | null): Partial<V> | undefined {
  try {
    return content ? (JSON.parse(content) as Partial<V>) : undefined
  } catch {
    return undefined
  }
}
