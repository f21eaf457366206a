import { Alert, type AlertProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

export const ALERT_MS = 5000

type ClosingAlertProps = Omit<AlertProps, 'onClose'> & {
  onClose(): void
  /** False: it stays until it is closed. */
  autoClose?: boolean
}

/** The result of an action, in the place of the action. Closes after five seconds; hover and focus stop the clock. */
export function ClosingAlert({ onClose, autoClose = true, ...rest }: ClosingAlertProps) {
  const { t } = useTranslation()
  const [held, hold] = useState(false)
  useEffect(() => {
    if (!autoClose || held) return
    const timer = window.setTimeout(onClose, ALERT_MS)
    return () => window.clearTimeout(timer)
  }, [autoClose, held, onClose])
  return (
    <Alert
      role="status"
      withCloseButton
      closeButtonLabel={t('close')}
      onClose={onClose}
      onMouseEnter={() => hold(true)}
      onMouseLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
      {...rest}
    />
  )
}
