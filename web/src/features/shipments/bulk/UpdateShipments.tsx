import { Text } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shipmentUpdateMany } from '@/api/generated/endpoints/shipments/shipments'
import type { ShipmentFilter } from '@/api/schema'
import { BulkDialog } from '@/blocks/bulk/BulkDialog'
import { choosesSubsidiary, useProfile } from '@/context/session'
import { ClientChoice, ServiceChoice, SubsidiaryChoice } from '@/shared/choices/RecordChoice'
import { DayField } from '@/ui/fields/DayField'
import { useFormat } from '@/ui/format'
import { type Selected, shipmentsOf } from './selected'
import { useResults } from './useResults'

type UpdateShipmentsProps = {
  opened: boolean
  onClose(): void
  selection: Selected
  /** Conditions of a selection of all matches. */
  filter?: ShipmentFilter
  /** After some were changed. */
  onUpdated?(): void
}

const NOTHING = { service: null, shippedOn: '', client: null, subsidiary: null }

type Change = {
  service: string | null
  shippedOn: string
  client: string | null
  subsidiary: string | null
}

/** Gives drafts another service, ship date, client or subsidiary in one call; what is left empty stays. */
export default function UpdateShipments(props: UpdateShipmentsProps) {
  const { opened, onClose, selection, filter = {}, onUpdated } = props
  const { t } = useTranslation(['shipments', 'shipment-bulk'])
  const format = useFormat()
  const profile = useProfile()
  const { count, all, rows } = selection
  const [change, setChange] = useState<Change>(NOTHING)
  const [problem, setProblem] = useState<string>()
  const results = useResults({ verb: 'update', onDone: onUpdated })
  const left = all ? 0 : rows.filter(({ can }) => can && !can.update).length
  const isEmpty = !change.service && !change.shippedOn && !change.client && !change.subsidiary
  const patch = (next: Partial<Change>) => {
    setChange({ ...change, ...next })
    setProblem(undefined)
  }

  async function run() {
    const shipments = await shipmentsOf(selection, filter)
    const { data } = await shipmentUpdateMany({
      ids: shipments.map(({ id }) => id),
      service_id: change.service,
      shipped_on: change.shippedOn || null,
      client_id: change.client,
      subsidiary_id: change.subsidiary,
    })
    return results.take(data)
  }

  return (
    <BulkDialog
      opened={opened}
      onClose={() => {
        onClose()
        setChange(NOTHING)
        setProblem(undefined)
      }}
      title={t('shipment-bulk:update.title', {
        count,
        code: rows[0]?.tracking_code,
        number: format.number(count),
      })}
      action={{ label: t('action.updateMany'), icon: IconPencil }}
      check={() => {
        setProblem(isEmpty ? t('shipment-bulk:update.nothing') : undefined)
        return !isEmpty
      }}
      run={run}
      report={results.report}
    >
      <Text size="sm">{t('shipment-bulk:update.text')}</Text>
      {left > 0 && (
        <Text size="sm" c="dimmed">
          {t('shipment-bulk:update.left', { count: left, number: format.number(left) })}
        </Text>
      )}
      <ServiceChoice
        label={t('field.service')}
        placeholder={t('shipment-bulk:update.keep')}
        value={change.service}
        onChange={(service) => patch({ service })}
        comboboxProps={{ withinPortal: false }}
        error={problem}
        data-autofocus
      />
      <DayField
        label={t('field.shipped_on')}
        value={change.shippedOn}
        onChange={(shippedOn) => patch({ shippedOn })}
      />
      {profile.can['client.select'] === true && (
        <ClientChoice
          label={t('field.client_name')}
          description={t('shipment-bulk:update.clientText')}
          placeholder={t('shipment-bulk:update.keep')}
          value={change.client}
          onChange={(client) => patch({ client })}
          withinPortal={false}
        />
      )}
      {choosesSubsidiary(profile) && (
        <SubsidiaryChoice
          label={t('field.subsidiary')}
          placeholder={t('shipment-bulk:update.keep')}
          value={change.subsidiary}
          onChange={(subsidiary) => patch({ subsidiary })}
          withinPortal={false}
        />
      )}
    </BulkDialog>
  )
}
