import { Button, CopyButton, Group, Text } from '@mantine/core'
import { IconCheck, IconCopy, IconLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useIndicationInvite } from '@/api/generated/endpoints/finance/finance'
import { notify } from '@/ui/dialogs/notify'
import { PageCard } from '@/ui/PageCard'

/** The code of the client, which it gets when it first asks, with the link to send. */
export function OwnCode() {
  const { t } = useTranslation('indications')
  const invite = useIndicationInvite({ mutation: { onError: notify.failure } })
  const own = invite.data?.data
  return (
    <PageCard label={t('own.title')}>
      {own ? (
        <Group justify="space-between" gap="sm">
          <div>
            <Text fw={600}>{t('own.code', { code: own.code })}</Text>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {own.link}
            </Text>
          </div>
          <CopyButton value={own.link}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                leftSection={
                  copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
                }
                onClick={copy}
              >
                {copied ? t('own.copied') : t('own.copy')}
              </Button>
            )}
          </CopyButton>
        </Group>
      ) : (
        <Group justify="space-between" gap="sm">
          <Text size="sm">{t('own.text')}</Text>
          <Button
            leftSection={<IconLink size={16} aria-hidden />}
            loading={invite.isPending}
            onClick={() => invite.mutate({ data: {} })}
          >
            {t('own.show')}
          </Button>
        </Group>
      )}
    </PageCard>
  )
}
