import { Checkbox, Input, Skeleton, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { usePickupCandidates, usePickupShow } from '@/api/generated/endpoints/pickups/pickups'
import type { PickupCandidate } from '@/api/schema'
import { useProfile } from '@/context/session'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { LoadFailure } from '@/ui/LoadFailure'
import { listed } from '@/ui/wording'
import classes from './Pickups.module.css'
import type { PickupValues } from './values'

type CandidateListProps = {
  fields: Pick<TiedFields<PickupValues>, 'values' | 'errors' | 'patch'>
  /** The pickup that changes: its own shipments are no candidates of another. */
  pickupId: string | undefined
}

type Shown = Pick<PickupCandidate, 'id' | 'tracking_code' | 'to_name' | 'to_city' | 'parcel_count'>

/** The confirmed shipments that wait at the client, to be ticked. */
export function CandidateList({ fields, pickupId }: CandidateListProps) {
  const { t } = useTranslation('pickups')
  const { is_outside } = useProfile()
  const { values, errors, patch } = fields
  const { client_id, shipment_ids } = values
  const isKnown = is_outside || client_id !== null
  const waiting = usePickupCandidates(client_id ? { client_id } : undefined, {
    query: { enabled: isKnown },
  })
  const own = usePickupShow(pickupId ?? '', { query: { enabled: pickupId !== undefined } })
  if (!isKnown) return null
  if (waiting.error) return <LoadFailure title={t('form.noShipments')} result={waiting} />
  if (!waiting.data || (pickupId && !own.data)) return <Skeleton h={96} radius="md" />
  const expected = own.data?.data.shipments.filter(({ outcome }) => outcome === 'expected') ?? []
  const shown: Shown[] = [...expected, ...waiting.data.data]
  if (shown.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('form.noneWaiting')}
      </Text>
    )

  function toggle(id: string) {
    const next = shipment_ids.includes(id) ? shipment_ids.filter((one) => one !== id) : [...shipment_ids, id]
    const parcels = shown
      .filter((one) => next.includes(one.id))
      .reduce((sum, one) => sum + one.parcel_count, 0)
    patch({ shipment_ids: next, parcels: Math.max(1, parcels) })
  }

  return (
    <Input.Wrapper
      label={t('shipments.title')}
      labelElement="div"
      data-path="shipment_ids"
      error={errors.shipment_ids}
    >
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ul role="list" className={classes.list}>
        {shown.map(({ id, tracking_code, to_name, to_city, parcel_count }) => {
          const at = `shipment_ids.${shipment_ids.indexOf(id)}`
          return (
            <li key={id} className={classes.line}>
              <Checkbox
                data-path={at}
                label={tracking_code}
                description={listed([to_name, to_city].filter((word) => word !== null))}
                error={errors[at]}
                checked={shipment_ids.includes(id)}
                onChange={() => toggle(id)}
              />
              <span className={classes.to} />
              <Text size="sm">{t('shipments.parcels', { count: parcel_count })}</Text>
            </li>
          )
        })}
      </ul>
    </Input.Wrapper>
  )
}
