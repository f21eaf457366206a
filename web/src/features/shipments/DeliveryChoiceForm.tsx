import { Alert, Button, Radio, Select, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import {
  getShipmentDeliveryListQueryKey,
  shipmentDeliveryChoose,
} from '@/api/generated/endpoints/deliveries/deliveries'
import { invalidateShipmentShow } from '@/api/generated/endpoints/shipments/shipments'
import type { RecipientChoice, ShipmentDelivery } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { useFormat } from '@/ui/format'

const CHOICES: RecipientChoice[] = ['another_day', 'other_address', 'return']

type DeliveryChoiceFormProps = {
  /** Id of the shipment. */
  shipment: string
  delivery: ShipmentDelivery
}

/** The wish of the client after the last attempt. It can be sent once. */
export function DeliveryChoiceForm({
  shipment,
  delivery: { id, days, version, decide_until },
}: DeliveryChoiceFormProps) {
  const { t } = useTranslation('deliveries')
  const format = useFormat()
  const client = useQueryClient()
  const [choice, setChoice] = useState<RecipientChoice>()
  const [on, setOn] = useState<string | null>(days[0] ?? null)
  const [note, setNote] = useState('')
  const [lacksChoice, setLacksChoice] = useState(false)
  const send = useMutation({
    mutationFn: (chosen: RecipientChoice) =>
      shipmentDeliveryChoose(
        shipment,
        id,
        { choice: chosen, on: chosen === 'another_day' ? on : null, note: note.trim() || null, version },
        { quiet: true },
      ),
    onSuccess: (answer) => {
      client.setQueryData(getShipmentDeliveryListQueryKey(shipment), answer)
      void invalidateShipmentShow(client, shipment)
      notify.success(t('client.done'))
    },
  })
  const refused = fieldTexts(send.error)
  const isRefusedWhole = send.error && Object.keys(refused).length === 0
  const isAddress = choice === 'other_address'

  function submit(event: FormEvent) {
    event.preventDefault()
    setLacksChoice(!choice)
    if (choice) send.mutate(choice)
  }

  return (
    <form noValidate onSubmit={submit}>
      <Stack mt="md">
        <Radio.Group
          label={t('client.title')}
          description={[
            t('client.text'),
            decide_until && t('client.until', { day: format.day(decide_until) }),
          ]
            .filter(Boolean)
            .join(' ')}
          withAsterisk
          value={choice ?? ''}
          error={lacksChoice && t('public.choose')}
          onChange={(value) => {
            setChoice(value as RecipientChoice)
            setLacksChoice(false)
          }}
        >
          <Stack gap="sm" mt="xs">
            {CHOICES.map((value) => (
              <Radio key={value} value={value} size="md" label={t(`choice.${value}`)} />
            ))}
          </Stack>
        </Radio.Group>
        {choice === 'another_day' && (
          <Select
            label={t('public.day')}
            withAsterisk
            allowDeselect={false}
            data={days.map((value) => ({ value, label: format.day(value) }))}
            value={on}
            error={refused.on}
            onChange={setOn}
          />
        )}
        {choice === 'return' && <Text size="sm">{t('client.returnText')}</Text>}
        <Textarea
          label={t(isAddress ? 'client.address' : 'public.note')}
          withAsterisk={isAddress}
          maxLength={500}
          autosize
          minRows={2}
          value={note}
          error={refused.note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {isRefusedWhole && (
          <Alert color="red" role="alert">
            {errorText(send.error)}
          </Alert>
        )}
        <div>
          <Button type="submit" loading={send.isPending}>
            {t('public.send')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
