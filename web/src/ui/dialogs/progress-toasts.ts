import {
  createNotificationsStore,
  hideNotification,
  showNotification,
  updateNotification,
} from '@mantine/notifications'
import i18n from 'i18next'
import type { ReactNode } from 'react'

/** Toasts of processes under way, apart from the others: they stay as long as the work and take no place of theirs. */
export const progressStore = createNotificationsStore()

/** Ids of toasts that the user has closed. */
const closed = new Set<string>()
const open = new Set<string>()

/** Shows the progress, or brings it up to date. One that was closed stays closed. */
export function showProgress(id: string, message: ReactNode, label: string) {
  if (closed.has(id)) return
  const toast = {
    id,
    message,
    // The bar says its value itself; a live region would repeat it each second.
    role: 'group',
    'aria-label': label,
    color: 'blue',
    autoClose: false,
    closeButtonProps: { 'aria-label': i18n.t('close') },
    onClose: () => void closed.add(id),
  } as const
  if (open.has(id)) {
    updateNotification(toast, progressStore)
  } else {
    open.add(id)
    showNotification(toast, progressStore)
  }
}

/** The process has ended. */
export function endProgress(id: string) {
  if (!open.delete(id)) return
  hideNotification(id, progressStore)
  closed.delete(id)
}
