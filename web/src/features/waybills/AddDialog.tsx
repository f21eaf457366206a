import { Alert, Button, List, Modal, MultiSelect, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeText, errorText } from '@/api/errors'
import { mawbAdd } from '@/api/generated/endpoints/consolidation/consolidation'
import type { Waybill, WaybillScanResult } from '@/api/schema'
import { useBagsToLoad } from '@/shared/bags/useBagsToLoad'
import { ShipmentChoice } from '@/shared/choices/ShipmentChoice'
import { DialogEnd } from '@/ui/dialogs/DialogEnd'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import type { Option } from '@/ui/fields/RemoteSelect'
import { useFormat } from '@/ui/format'
import { named } from '@/ui/wording'
import { refreshWaybills } from './refresh'
import classes from './Waybills.module.css'

type AddProps = { waybill: Waybill; opened: boolean; onClose(): void }

/** Bags and shipments of one call. */
const MOST = 200

/** Chooses bags and loose shipments from lists. What cannot come stays chosen, with its reason. */
export default function AddDialog({ waybill, opened, onClose }: AddProps) {
  const { t } = useTranslation(['waybills', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      size="lg"
      title={t('add.title', { number: waybill.number })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Chosen waybill={waybill} onClose={onClose} />
    </Modal>
  )
}

function Chosen({ waybill, onClose }: Omit<AddProps, 'opened'>) {
  const { t } = useTranslation('waybills')
  const client = useQueryClient()
  const [bagIds, setBagIds] = useState<string[]>([])
  const [shipments, setShipments] = useState<Option[]>([])
  const [refused, setRefused] = useState<WaybillScanResult[]>([])
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function add() {
    if (bagIds.length + shipments.length === 0) return setFailure(t('add.nothing'))
    setBusy(true)
    setFailure(undefined)
    try {
      const form = { bag_ids: bagIds, shipment_ids: shipments.map(({ id }) => id) }
      const { data } = await mawbAdd(waybill.id, form)
      refreshWaybills(client, data.waybill)
      const left = data.results.filter(({ outcome }) => outcome === 'refused')
      const added = data.results.length - left.length
      if (added > 0) notify.success(t('add.done', { count: added }))
      if (left.length === 0) return onClose()
      setRefused(left)
      setBagIds((now) => now.filter((id) => left.some(({ bag_id }) => bag_id === id)))
      setShipments((now) => now.filter(({ id }) => left.some(({ shipment_id }) => shipment_id === id)))
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Stack>
      <BagsField waybill={waybill} value={bagIds} onChange={setBagIds} />
      <ShipmentsField value={shipments} onChange={setShipments} />
      {refused.length > 0 && <Refusals results={refused} />}
      <DialogEnd
        failure={failure}
        action={t('action.add')}
        busy={busy}
        onClose={onClose}
        onAction={() => void add()}
      />
    </Stack>
  )
}

type BagsFieldProps = { waybill: Waybill; value: string[]; onChange(ids: string[]): void }

/** The bags to the airport of the waybill, sealed ones first. */
function BagsField({ waybill, value, onChange }: BagsFieldProps) {
  const { t } = useTranslation('waybills')
  const format = useFormat()
  const { bags, error } = useBagsToLoad({ destination_airport: waybill.destination_airport })
  return (
    <MultiSelect
      label={t('add.bags')}
      description={t('add.bagsText', { airport: waybill.destination_airport })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={bags.map(({ id, number, seal, parcel_count }) => {
        const pieces = t('pieces', { count: parcel_count, number: format.number(parcel_count) })
        return { value: id, label: [number, pieces, seal ?? t('bagOpen')].join(' · ') }
      })}
      value={value}
      onChange={onChange}
      error={error ? errorText(error) : undefined}
      searchable
      clearable
      maxValues={MOST}
      data-autofocus
    />
  )
}

/** Shipments that are in no bag: each is found and added. */
function ShipmentsField({ value, onChange }: { value: Option[]; onChange(shipments: Option[]): void }) {
  const { t } = useTranslation('waybills')
  return (
    <div>
      <ShipmentChoice
        label={t('add.shipments')}
        placeholder={t('add.findShipment')}
        value={null}
        onChange={(shipment) => {
          const isNew = shipment && !value.some(({ id }) => id === shipment.id)
          if (isNew && value.length < MOST) onChange([...value, shipment])
        }}
      />
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ul role="list" className={classes.list} aria-label={t('add.shipments')}>
        {value.map(({ id, label, hint }) => (
          <li key={id} className={classes.line}>
            <span>
              {label}{' '}
              <Text span size="sm" c="dimmed">
                {hint}
              </Text>
            </span>
            <Button
              variant="default"
              aria-label={t('removeLabel', { code: label })}
              onClick={() => onChange(value.filter((one) => one.id !== id))}
            >
              {t('action.remove')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Bags and shipments that did not come, each with its reason. */
function Refusals({ results }: { results: WaybillScanResult[] }) {
  const { t } = useTranslation('waybills')
  return (
    <Alert color="red" role="alert" title={t('add.refused', { count: results.length })}>
      <List size="sm">
        {results.map(({ bag_id, shipment_id, code, message, message_code }) => {
          const reason = message ?? codeText(message_code, {}, '')
          return (
            <List.Item key={bag_id ?? shipment_id ?? code}>{code ? named(code, reason) : reason}</List.Item>
          )
        })}
      </List>
    </Alert>
  )
}
