import { Button, Group, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShipmentRecordEvent } from '@/api/generated/endpoints/tracking/tracking'
import type { Shipment } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { NOTE } from './note'
import { refreshShipments } from './refresh'

/** A note of the staff in the history of the shipment. */
export function AddNote({ shipment: { id, tracking_code } }: { shipment: Shipment }) {
  const { t } = useTranslation('shipments')
  const client = useQueryClient()
  const [text, setText] = useState('')
  const { mutate, isPending } = useShipmentRecordEvent({
    mutation: {
      onSuccess() {
        setText('')
        refreshShipments(client, [id])
      },
      onError: notify.failure,
    },
  })

  function add() {
    const note = text.trim()
    if (note === '' || isPending) return
    mutate({
      data: {
        tracking_codes: [tracking_code],
        event_code: NOTE,
        location: '',
        note,
        occurred_at: null,
        by_carrier: false,
      },
    })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) add()
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <Textarea
        aria-label={t('note.label')}
        placeholder={t('note.placeholder')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        maxLength={1000}
        autosize
        minRows={1}
        maxRows={6}
      />
      {text.trim() !== '' && (
        <Group justify="flex-end" mt="xs">
          <Button type="submit" size="compact-sm" variant="default" loading={isPending}>
            {t('note.add')}
          </Button>
        </Group>
      )}
    </form>
  )
}
