import { type NotificationData, notifications } from '@mantine/notifications'
import i18n from 'i18next'
import { createElement, type ReactNode } from 'react'
import { errorText, statusOf } from '@/api/errors'
import { ToastText } from './ToastText'

/** The message of an action on this page closes after this many milliseconds; hover and focus stop the clock. */
export const FLOAT_MS = 5000

/** A notification that arrives closes after this many milliseconds; hover and focus stop the clock. */
export const TOAST_MS = 4000

export type Tone = 'success' | 'info' | 'warning' | 'error'

export type ToastSize = 'sm' | 'md' | 'lg' | 'full'

const COLORS: Record<Tone, string> = { success: 'teal', info: 'blue', warning: 'yellow', error: 'red' }

type Options = Pick<NotificationData, 'id' | 'title'>
type ToastOptions = Options & Pick<NotificationData, 'withCloseButton'>

const isUrgent = (tone: Tone) => tone === 'error' || tone === 'warning'

const looks = (tone: Tone) => ({
  color: COLORS[tone],
  role: isUrgent(tone) ? 'alert' : 'status',
  closeButtonProps: { 'aria-label': i18n.t('close') },
  priority: isUrgent(tone) ? 1 : 0,
})

/** Shows it; as long as the focus is in it, its clock stands still. */
function present(data: NotificationData) {
  const id = data.id ?? crypto.randomUUID()
  const clock = (autoClose: NotificationData['autoClose']) => notifications.update({ ...data, id, autoClose })
  return notifications.show({
    ...data,
    id,
    onFocusCapture: () => void clock(false),
    onBlurCapture: () => void clock(data.autoClose),
  })
}

function show(tone: Tone, message: string, options: Options = {}) {
  return present({
    ...options,
    ...looks(tone),
    message: createElement(ToastText, null, message),
    // Nobody should have to read an error against the clock.
    autoClose: tone === 'error' ? false : FLOAT_MS,
  })
}

type Toast = ToastOptions & {
  message: ReactNode
  /** True: after four seconds. A number: after so many milliseconds. False: the user closes it. */
  autoClose?: boolean | number
  size?: ToastSize
}

/** A notification that arrives. It stays in the list, so even an error may close. */
function toast(tone: Tone, { autoClose = true, size = 'md', ...rest }: Toast) {
  return present({
    ...rest,
    ...looks(tone),
    'data-size': size,
    autoClose: autoClose === true ? TOAST_MS : autoClose,
  })
}

export const notify = {
  success: (message: string, options?: Options) => show('success', message, options),
  info: (message: string, options?: Options) => show('info', message, options),
  warning: (message: string, options?: Options) => show('warning', message, options),
  error: (message: string, options?: Options) => show('error', message, options),
  toast,
  /** For a lone action whose failure has no form to appear in. */
  failure(error: unknown) {
    // Refused actions are shown in a dialog.
    if (statusOf(error) !== 403) show('error', errorText(error))
  },
  hide: (id: string) => notifications.hide(id),
}
