import { Alert, List } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { codeText } from '@/api/errors'
import type { RefusedParcel } from '@/api/schema'

/** Codes that were not collected, each with its reason. */
export function RefusedCodes({ refused }: { refused: RefusedParcel[] }) {
  const { t } = useTranslation('pickups')
  if (refused.length === 0) return null
  return (
    <Alert color="orange" role="alert" title={t('collect.refused', { count: refused.length })}>
      <List size="sm">
        {refused.map(({ code, message_code, message }) => (
          <List.Item key={code}>
            {t('collect.refusedCode', { code, reason: codeText(message_code, {}, message) })}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
