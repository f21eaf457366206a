import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PageCard } from '@/ui/PageCard'
import { Figures } from './ParcelInHand'
import classes from './Receiving.module.css'
import type { Receiving, UnansweredInHand } from './useReceiving'

/** The parcel on the table, while nobody knows what it is: it is weighed and measured all the same. */
export function UnsentInHand({ inHand, receiving }: { inHand: UnansweredInHand; receiving: Receiving }) {
  const { t } = useTranslation('receiving')
  const { code, weighed, sides } = inHand
  return (
    <PageCard title={t('unsent.inHand')}>
      <Stack gap="sm">
        <Text className={classes.code}>{code}</Text>
        <Alert color="orange" role="status" icon={<IconCloudOff aria-hidden />}>
          {t('unsent.inHandText')}
        </Alert>
        <Figures grams={weighed?.grams} isTyped={weighed?.source === 'typed'} sides={sides} />
        <Group gap="xs">
          <Button loading={receiving.busy} onClick={() => receiving.inTurn(receiving.next)}>
            {weighed ? t('saveNext') : t('next')}
          </Button>
        </Group>
      </Stack>
    </PageCard>
  )
}
