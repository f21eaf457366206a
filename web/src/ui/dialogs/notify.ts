import { type NotificationData, notifications } from '@mantine/notifications'
import i18n from 'i18next'
import { errorText, statusOf } from '@/api/errors'

/** Toasts close after this many milliseconds; hover and focus stop the clock. */
export const TOAST_MS = 4000

export type Tone = 'success' | 'info' | 'warning' | 'error'

const COLORS: Record<Tone, string> = { success: 'teal', info: 'blue', warning: 'yellow', error: 'red' }

type Options = Pick<NotificationData, 'id' | 'title'>

function show(tone: Tone, message: string, options: Options = {}) {
  const urgent = tone === 'error' || tone === 'warning'
  return notifications.show({
    ...options,
    message,
    color: COLORS[tone],
    role: urgent ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': i18n.t('close') },
    // Nobody should have to read an error against the clock.
    autoClose: tone === 'error' ? false : TOAST_MS,
    priority: urgent ? 1 : 0,
  })
}

export const notify = {
  success: (message: string, options?: Options) => show('success', message, options),
  info: (message: string, options?: Options) => show('info', message, options),
  warning: (message: string, options?: Options) => show('warning', message, options),
  error: (message: string, options?: Options) => show('error', message, options),
  /** For a lone action whose failure has no form to appear in. */
  failure(error: unknown) {
    // Refused actions are shown in a dialog.
    if (statusOf(error) !== 403) show('error', errorText(error))
  },
  hide: (id: string) => notifications.hide(id),
}
