import { Alert, Button, Drawer, List, Stack, Text } from '@mantine/core'
import { IconSend, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useProfile } from '@/context/session'
import { confirm } from '@/ui/dialogs/confirm'
import { useFormat } from '@/ui/format'
import { ExportButton } from './ExportButton'
import { ownerOf, type QueuedFile, type QueuedRecord } from './queue/database'
import { countUnsent, refusalsOf } from './queue/queue'
import { discardRefused } from './queue/store'
import { sendSoon, useSendingState } from './sending'
import type { ShownQueue } from './useQueue'

type QueueDrawerProps = { opened: boolean; onClose(): void; title: string; queue: ShownQueue }

/** What has not been sent, why not, and the ways on. */
export function QueueDrawer({ opened, onClose, title, queue }: QueueDrawerProps) {
  const { t } = useTranslation('common')
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="auto"
      title={title}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Content queue={queue} unsent={countUnsent(queue)} />
    </Drawer>
  )
}

function Content({ queue, unsent }: { queue: ShownQueue; unsent: number }) {
  const { t } = useTranslation('field')
  const profile = useProfile()
  const state = useSendingState()
  const refusals = refusalsOf(queue)
  const isEmpty = unsent === 0 && refusals.length === 0 && !queue.isUnreadable

  const askToDiscard = () =>
    confirm({
      title: t('discardTitle'),
      text: t('discardText'),
      action: t('discard'),
      danger: true,
      run: () => discardRefused(ownerOf(profile.id)),
    })

  return (
    <Stack>
      {isEmpty && <Text>{t('allSentText')}</Text>}
      {unsent > 0 && state === 'blocked' && <Alert color="red">{t('blocked')}</Alert>}
      {unsent > 0 && state !== 'blocked' && <Text>{t('keptText')}</Text>}
      {unsent > 0 && (
        <Button
          size="lg"
          loading={state === 'sending'}
          leftSection={<IconSend size={18} aria-hidden />}
          onClick={sendSoon}
        >
          {t('sendNow')}
        </Button>
      )}
      {refusals.length > 0 && <Refusals refusals={refusals} />}
      {queue.isUnreadable && <Text>{t('storageBlockedText')}</Text>}
      {(unsent > 0 || refusals.length > 0) && <ExportButton driver={profile} size="lg" />}
      {refusals.length > 0 && (
        <Button
          size="lg"
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={18} aria-hidden />}
          onClick={() => void askToDiscard()}
        >
          {t('discard')}
        </Button>
      )}
    </Stack>
  )
}

/** What the company did not accept, and why. */
function Refusals({ refusals }: { refusals: (QueuedRecord | QueuedFile)[] }) {
  const { t } = useTranslation('field')
  const format = useFormat()
  return (
    <Alert color="red" title={t('notAccepted', { count: refusals.length })}>
      <List listStyleType="none">
        {refusals.map((one) => (
          <List.Item key={'record' in one ? one.id : one.key}>
            {'record' in one ? `${format.dateTime(one.record.at)} · ${one.refusal}` : one.refusal}
          </List.Item>
        ))}
      </List>
      <Text size="sm" mt="xs">
        {t('notAcceptedText')}
      </Text>
    </Alert>
  )
}
