import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { FOREVER } from '@/api/forever'
import { invalidateRoomMessageList, roomOpenTicket } from '@/api/generated/endpoints/chat/chat'
import { useSupportSubjectSelect } from '@/api/generated/endpoints/support/support'
import type { RoomDetails, RoomMessage } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { uuidV7 } from '@/ui/form/uuid'
import { localeText } from '@/ui/locale-text'

type TicketDialogProps = { room: RoomDetails; message: RoomMessage; onClose(): void }

/** Creates a ticket that begins with the text of a message. */
export function TicketDialog({ room, message, onClose }: TicketDialogProps) {
  const { t, i18n } = useTranslation(['messenger', 'common'])
  const { data } = useSupportSubjectSelect(FOREVER)
  const [subject, setSubject] = useState<string | null>(null)
  const { open, busy, problem } = useOpen({ room, message, onClose })

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('openTicket')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="md">
        <Text size="sm" lineClamp={4}>
          {message.from_name}: {message.body}
        </Text>
        <Select
          label={t('subject')}
          withAsterisk
          searchable
          data-autofocus
          value={subject}
          error={problem}
          data={
            data?.data.map(({ id, code, title_locale }) => ({
              value: id,
              label: localeText(title_locale, i18n.language) || code,
            })) ?? []
          }
          onChange={setSubject}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button loading={busy} disabled={!subject} onClick={() => subject && void open(subject)}>
            {t('openTicket')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** Creates one ticket, however often it is sent: the dialog keeps the id. */
function useOpen({ room, message, onClose }: TicketDialogProps) {
  const { t } = useTranslation('messenger')
  const client = useQueryClient()
  const [key] = useState(uuidV7)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function open(subject: string) {
    setBusy(true)
    try {
      const saved = await roomOpenTicket(room.id, message.id, { key, support_subject_id: subject })
      await invalidateRoomMessageList(client, room.id)
      notify.success(t('ticketOpened', { number: saved.data.ticket_number }))
      onClose()
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return { open, busy, problem }
}
