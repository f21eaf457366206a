import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useTenantSettingStorage } from '@/api/generated/endpoints/company/company'
import { useFormat } from '@/ui/format'

/** How much of its storage the company has used. */
export function StoredFiles() {
  const { t } = useTranslation('settings')
  const format = useFormat()
  const storage = useTenantSettingStorage().data?.data
  const bytes = storage && format.bytes(storage.bytes)
  return (
    // The line has its height before it is known.
    <Text size="sm" c="dimmed" mih="1lh" style={{ gridColumn: '1 / -1' }}>
      {storage &&
        (typeof storage.most_bytes === 'number'
          ? t('rules.storedOf', { bytes, most: format.bytes(storage.most_bytes) })
          : t('rules.stored', { bytes }))}
    </Text>
  )
}
