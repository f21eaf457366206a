import { Alert, List } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Import } from '@/api/schema'
import { useFormat } from '@/ui/format'

/** Lines of goods that are taken, and should be looked at. */
export function Warnings({ shown }: { shown: Import }) {
  const { t } = useTranslation('imports')
  const format = useFormat()
  if (shown.warnings.length === 0) return null
  return (
    <Alert role="note" color="yellow" icon={<IconAlertTriangle aria-hidden />} title={t('warning.title')}>
      <List size="sm">
        {shown.warnings.map(({ kind, lines }) => (
          <List.Item key={kind}>
            {/* Every kind has a text; the type names one of them. */}
            {t(`warning.${kind}` as 'warning.expired', { count: lines, number: format.number(lines) })}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
