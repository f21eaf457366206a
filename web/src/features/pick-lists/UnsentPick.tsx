import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PickScan } from './useKeptPicks'

/** A scan without an answer, and the way to send it at once. */
export function UnsentPick({ pick, onAgain }: { pick: PickScan; onAgain(key: string): void }) {
  const { t } = useTranslation('pick-lists')
  return (
    <Group justify="space-between">
      <Text size="sm">{t('station.unsent', { code: pick.code })}</Text>
      <Button variant="default" onClick={() => onAgain(pick.key)}>
        {t('action.again')}
      </Button>
    </Group>
  )
}
