import { Alert, Anchor, Button, Group, List, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import { mawbBook, mawbIssue } from '@/api/generated/endpoints/consolidation/consolidation'
import type { Waybill } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { named } from '@/ui/wording'
import { refreshWaybills } from './refresh'
import { wayOf } from './way'

type Step = 'book' | 'issue'

const CALLS = { book: mawbBook, issue: mawbIssue } satisfies Record<Step, unknown>

type StepProps = { waybill: Waybill; step: Step } & DialogState<Waybill>

/** Asks before a waybill is booked or issued, and names all that it lacks, with the way to the form. */
export default function StepDialog({ waybill, step, opened, onClose, onChanged }: StepProps) {
  const { t } = useTranslation(['waybills', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      title={t(`${step}.title`, { number: waybill.number })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Question waybill={waybill} step={step} onClose={onClose} {...(onChanged && { onChanged })} />
    </Modal>
  )
}

function Question({ waybill, step, onClose, onChanged }: Omit<StepProps, 'opened'>) {
  const { t } = useTranslation(['waybills', 'common'])
  const client = useQueryClient()
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)

  async function goOn() {
    setBusy(true)
    setFailure(undefined)
    try {
      const { data } = await CALLS[step](waybill.id, { version: waybill.version })
      refreshWaybills(client, data)
      onChanged?.(data)
      notify.success(t(`${step}.done`, { number: data.number }))
      onClose()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Stack>
      <Text size="sm">{t(`${step}.text`)}</Text>
      <Figures waybill={waybill} step={step} />
      {failure !== undefined && <Failure waybill={waybill} error={failure} onLeave={onClose} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} disabled={busy} data-autofocus>
          {t('common:cancel')}
        </Button>
        <Button loading={busy} onClick={() => void goOn()}>
          {t(`action.${step}`)}
        </Button>
      </Group>
    </Stack>
  )
}

/** Facts of the booking, or of the paper that will be frozen. */
function Figures({ waybill, step }: { waybill: Waybill; step: Step }) {
  const { t } = useTranslation('waybills')
  const format = useFormat()
  const { totals, currency, flights, departs_on } = waybill
  if (step === 'book') {
    return (
      <Facts label={t('section.flights')}>
        <Fact label={t('field.way')}>{wayOf(waybill)}</Fact>
        <Fact label={t('section.flights')}>{flights}</Fact>
        <Fact label={t('field.departs_on')}>{departs_on && format.day(departs_on)}</Fact>
      </Facts>
    )
  }
  return (
    <Facts label={t('section.cargo')}>
      <Fact label={t('field.pieces')}>{format.number(totals.pieces)}</Fact>
      <Fact label={t('field.gross')}>{format.weight(totals.gross_g)}</Fact>
      <Fact label={t('field.chargeable')}>{format.weight(totals.chargeable_g)}</Fact>
      <Fact label={t('field.total')}>{currency && format.money(totals.total, currency)}</Fact>
    </Facts>
  )
}

type FailureProps = { waybill: Waybill; error: unknown; onLeave(): void }

function Failure({ waybill, error, onLeave }: FailureProps) {
  const { t } = useTranslation('waybills')
  const fields = Object.entries(fieldTexts(error))
  const names: Record<string, string> = {
    'shipper.name': t('section.shipper'),
    'consignee.name': t('section.consignee'),
    cutoff_at: t('field.cutoff_at'),
    gross_g: t('field.gross'),
    pieces: t('field.pieces'),
  }
  if (fields.length === 0) {
    return (
      <Alert color="red" role="alert">
        {errorText(error)}
      </Alert>
    )
  }
  return (
    <Alert color="red" role="alert" title={t('lacks')}>
      <List size="sm">
        {fields.map(([path, text]) => (
          <List.Item key={path}>{names[path] ? named(names[path], text) : text}</List.Item>
        ))}
      </List>
      {waybill.can.update && (
        <Anchor
          component={AppLink}
          to={paths['mawbs.edit']({ id: waybill.id })}
          onClick={onLeave}
          size="sm"
          c="inherit"
          underline="always"
        >
          {t('toForm')}
        </Anchor>
      )}
    </Alert>
  )
}
