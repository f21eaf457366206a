import { Alert, Checkbox, Group, Loader, Modal, Stack, Text, Textarea } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import {
  invalidateInboundParcelList,
  invalidateRepackList,
  repackCreate,
  repackPreview,
} from '@/api/generated/endpoints/receiving/receiving'
import { type InboundParcel, type RepackOption, repackOptionValues } from '@/api/schema'
import { paths } from '@/context/paths'
import { DialogEnd } from '@/ui/dialogs/DialogEnd'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { Money } from '@/ui/Money'
import type { BulkDialogProps } from '@/ui/table/useBulkDialog'
import classes from './InboundParcels.module.css'

/** Asks for one shipment of the chosen parcels, and says what their packing and storage cost. */
export default function RequestShipment({ chosen, opened, onClose }: BulkDialogProps<InboundParcel>) {
  const { t } = useTranslation(['inbound-parcels', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      title={t('request.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Request chosen={chosen} onClose={onClose} />
    </Modal>
  )
}

type RequestProps = Omit<BulkDialogProps<InboundParcel>, 'opened'>

function Request({ chosen, onClose }: RequestProps) {
  const { t } = useTranslation('inbound-parcels')
  const client = useQueryClient()
  const navigate = useNavigate()
  const [options, setOptions] = useState<RepackOption[]>([])
  const [note, setNote] = useState('')
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const free = chosen.rows.filter(({ can }) => can.request)
  const left = chosen.rows.length - free.length
  const form = { parcel_ids: free.map(({ id }) => id), options }

  async function send() {
    setBusy(true)
    setFailure(undefined)
    try {
      const { data } = await repackCreate({ ...form, note: note.trim() || null })
      void invalidateInboundParcelList(client)
      void invalidateRepackList(client)
      chosen.clear()
      onClose()
      notify.success(t('request.done'))
      void navigate({ href: paths['repacks.show'](data) })
    } catch (error) {
      setFailure(fieldTexts(error).parcel_ids ?? errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Stack>
      <Text size="sm">{t('request.text', { count: free.length })}</Text>
      <ul className={classes.lines}>
        {free.map(({ id, external_code, content }) => (
          <li key={id}>{[external_code, content].filter(Boolean).join(' · ')}</li>
        ))}
      </ul>
      {left > 0 && (
        <Alert color="orange" role="status">
          {t('request.left', { count: left })}
        </Alert>
      )}
      <Checkbox.Group
        label={t('request.options')}
        value={options}
        onChange={(values) => setOptions(values as RepackOption[])}
      >
        <Stack gap="xs" mt="xs">
          {repackOptionValues.map((value) => (
            <Checkbox key={value} value={value} label={t(`option.${value}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Textarea
        label={t('request.note')}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        maxLength={500}
        rows={2}
      />
      {free.length > 0 && <Costs form={form} />}
      <DialogEnd
        failure={failure}
        action={t('action.request')}
        busy={busy}
        onClose={onClose}
        onAction={() => void send()}
        disabled={free.length === 0}
      />
    </Stack>
  )
}

/** What it costs, before anybody asks for it. */
function Costs({ form }: { form: { parcel_ids: string[]; options: RepackOption[] } }) {
  const { t } = useTranslation('inbound-parcels')
  const { data, error } = useQuery({
    queryKey: ['POST', '/repacks/preview', form],
    queryFn: () => repackPreview(form),
    placeholderData: keepPreviousData,
  })
  if (error)
    return (
      <Alert color="red" role="alert">
        {fieldTexts(error).parcel_ids ?? errorText(error)}
      </Alert>
    )
  if (!data) return <Loader size="sm" aria-label={t('request.cost')} />
  const { fee, storage, currency } = data.data
  return (
    <Stack gap={4} role="status" aria-label={t('request.cost')}>
      <Group justify="space-between">
        <Text size="sm">{t('request.fee')}</Text>
        <Money amount={fee} currency={currency} />
      </Group>
      <Group justify="space-between">
        <Text size="sm">{t('request.storage')}</Text>
        <Money amount={storage} currency={currency} />
      </Group>
      <Text size="xs" c="dimmed">
        {t('request.when')}
      </Text>
    </Stack>
  )
}
