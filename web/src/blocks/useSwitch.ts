import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'

/** A record that can be switched off and on again. */
export type Switched = { id: string; active: boolean; can: { activate: boolean; deactivate: boolean } }

type SwitchWords = { action: string; title: string; text: string; done: string }

type SwitchOptions<T> = {
  activate(id: string): Promise<{ data: T }>
  deactivate(id: string): Promise<{ data: T }>
  nameOf(record: T): string
  /** Brings the cached queries up to date. */
  refresh(queryClient: QueryClient, record: T): void
  /** Replaces the usual words of one direction: `active` is the state before. */
  words?(name: string, active: boolean): Partial<SwitchWords>
}

export type Switch<T extends Switched> = ReturnType<typeof useSwitch<T>>

/** Switches a record off or on; asks first, and says when it is done. */
export function useSwitch<T extends Switched>(options: SwitchOptions<T>) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()

  function wordsOf(record: T): SwitchWords {
    const name = options.nameOf(record)
    const usual = record.active
      ? {
          action: t('record.deactivate.action'),
          title: t('record.deactivate.title', { name }),
          text: t('record.deactivate.text'),
          done: t('record.deactivate.done', { name }),
        }
      : {
          action: t('record.activate.action'),
          title: t('record.activate.title', { name }),
          text: t('record.activate.text'),
          done: t('record.activate.done', { name }),
        }
    return { ...usual, ...options.words?.(name, record.active) }
  }

  /** The switched record; nothing when the user decided against it. */
  async function run(record: T) {
    const { done, ...question } = wordsOf(record)
    const call = record.active ? options.deactivate : options.activate
    let switched: T | undefined
    await confirm({
      ...question,
      danger: record.active,
      run: async () => {
        switched = (await call(record.id)).data
      },
    })
    if (!switched) return
    options.refresh(queryClient, switched)
    notify.success(done)
    return switched
  }

  return {
    run,
    actionOf: (record: T) => wordsOf(record).action,
    isAllowed: ({ can }: T) => can.activate || can.deactivate,
  }
}
