import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Deletion } from '@/api/schema'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { notifyUndo } from '@/ui/dialogs/undo'
import { markWhileDeleting } from './deleting-rows'
import { showTruth } from './show-truth'

/** A record that can be switched off and on again, deleted and restored. */
export type Switched = {
  id: string
  active: boolean
  excluded_at?: string | null
  can: { activate: boolean; deactivate: boolean; delete: boolean; restore: boolean }
}

type SwitchWords = { action: string; title: string; text: string; done: string }

type SwitchOptions<T> = {
  activate(id: string): Promise<{ data: T }>
  deactivate(id: string): Promise<{ data: T }>
  remove(id: string): Promise<{ data: Deletion }>
  restore(id: string): Promise<{ data: T }>
  nameOf(record: T): string
  /** Brings the cached queries up to date. */
  refresh(queryClient: QueryClient, record: T): void
  /** Replaces the usual words of one direction: `active` is the state before. */
  words?(name: string, active: boolean): Partial<SwitchWords>
}

export type Switch<T extends Switched> = ReturnType<typeof useSwitch<T>>

/** Switches a record off or on, deletes it or brings it back; asks first, and says when it is done. */
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
        switched = (await call(record.id).catch(showTruth(queryClient))).data
      },
    })
    if (!switched) return
    options.refresh(queryClient, switched)
    notify.success(done)
    return switched
  }

  /** Deletes the record. One that was used is kept where it is used, and the notification leads back. */
  async function remove(record: T) {
    const name = options.nameOf(record)
    let deletion: Deletion | undefined
    await confirm({
      action: t('record.delete.action'),
      title: t('record.delete.title', { name }),
      text: t('record.delete.text'),
      danger: true,
      run: () =>
        markWhileDeleting(record.id, async () => {
          deletion = (await options.remove(record.id).catch(showTruth(queryClient))).data
          // The record also stands in choices and in numbers of other lists.
          await queryClient.invalidateQueries()
        }),
    })
    if (!deletion) return
    const done = t('record.delete.done')
    if (deletion.restorable) notifyUndo(done, () => restore(record))
    else notify.success(done)
  }

  /** The record, which is active again. */
  async function restore(record: T) {
    const restored = (await options.restore(record.id).catch(showTruth(queryClient))).data
    options.refresh(queryClient, restored)
    notify.success(t('record.undelete.done', { name: options.nameOf(restored) }))
    return restored
  }

  return {
    run,
    remove,
    /** Restores without a question: deleting it again is as easy. */
    restore: (record: T) =>
      restore(record).catch((error: unknown) => {
        notify.failure(error)
        return undefined
      }),
    actionOf: (record: T) => wordsOf(record).action,
    isAllowed: ({ can }: T) => can.activate || can.deactivate,
  }
}
