import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useProfile } from '@/context/session'

/** Why somebody who acts as another user cannot do what only that person does; nothing for everybody else. */
export function useSwitchedReason() {
  const { t } = useTranslation(['codes'])
  const { user_switch } = useProfile()
  return user_switch ? t('not_while_switched') : undefined
}

/** What only the person does. Who acts as that person reads in its place why not; the bar above leads back. */
export function InPerson({ children }: { children: ReactNode }) {
  const reason = useSwitchedReason()
  if (!reason) return children
  return (
    <Text size="sm" c="dimmed">
      {reason}
    </Text>
  )
}
