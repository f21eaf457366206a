import { Group, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  carrierHandoverCreate,
  getCarrierHandoverShowQueryKey,
} from '@/api/generated/endpoints/providers/providers'
import { useProfile } from '@/context/session'
import { ActionDialog } from '@/ui/dialogs/ActionDialog'
import { notify } from '@/ui/dialogs/notify'
import { DayField } from '@/ui/fields/DayField'
import { MoneyField } from '@/ui/fields/MoneyField'
import { useFormat } from '@/ui/format'

type PickupDialogProps = { providerId: string; opened: boolean; onClose(): void }

type PickupValues = {
  pickup_on: string
  ready_at: string
  close_at: string
  instruction: string
  expected: string | null
}

/** Asks a carrier to come for the labels that wait. */
export default function PickupDialog({ providerId, opened, onClose }: PickupDialogProps) {
  const { t } = useTranslation(['carrier-handovers', 'common'])
  const client = useQueryClient()
  const format = useFormat()
  const { can } = useProfile()
  const { currency } = format.preferences
  const required = t('common:validation.required')
  return (
    <ActionDialog<PickupValues, unknown>
      opened={opened}
      onClose={onClose}
      title={t('pickup.title')}
      action={t('pickup.send')}
      initial={{
        pickup_on: format.today(),
        ready_at: '09:00',
        close_at: '17:00',
        instruction: '',
        expected: null,
      }}
      check={({ pickup_on, ready_at, close_at }) => ({
        ...(!pickup_on && { pickup_on: required }),
        ...(!ready_at && { ready_at: required }),
        ...(!close_at && { close_at: required }),
      })}
      send={({ pickup_on, ready_at, close_at, instruction, expected }) =>
        carrierHandoverCreate(providerId, {
          kind: 'pickup',
          pickup_on,
          ready_at,
          close_at,
          instruction: instruction.trim() || null,
          expected: expected === null ? null : { amount: expected, currency },
        })
      }
      onDone={() => {
        notify.info(t('asked'))
        void client.invalidateQueries({ queryKey: getCarrierHandoverShowQueryKey(providerId) })
      }}
    >
      {({ values, set, problem }) => (
        <>
          <Text size="sm">{t('pickup.text')}</Text>
          <DayField
            label={t('day')}
            withAsterisk
            min={format.today()}
            value={values.pickup_on}
            error={problem('pickup_on')}
            onChange={(day) => set('pickup_on', day)}
          />
          <Group grow align="start">
            <TextInput
              type="time"
              label={t('readyAt')}
              withAsterisk
              value={values.ready_at}
              error={problem('ready_at')}
              onChange={(event) => set('ready_at', event.currentTarget.value)}
            />
            <TextInput
              type="time"
              label={t('closeAt')}
              withAsterisk
              value={values.close_at}
              error={problem('close_at')}
              onChange={(event) => set('close_at', event.currentTarget.value)}
            />
          </Group>
          <TextInput
            label={t('instruction')}
            maxLength={50}
            autoComplete="off"
            value={values.instruction}
            error={problem('instruction')}
            onChange={(event) => set('instruction', event.currentTarget.value)}
          />
          {can['price_cost.show'] && (
            <MoneyField
              label={t('expected')}
              description={t('expectedText')}
              value={values.expected}
              error={problem('expected')}
              onChange={(amount) => set('expected', amount)}
            />
          )}
        </>
      )}
    </ActionDialog>
  )
}
