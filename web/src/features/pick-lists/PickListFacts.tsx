import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PickListDetails } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { ShipmentLink } from '@/shared/shipments/ShipmentLink'
import { AppLink } from '@/ui/AppLink'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { Money } from '@/ui/Money'
import { PageCard } from '@/ui/PageCard'
import { StatusBadge } from '@/ui/StatusBadge'
import { Moment } from '@/ui/time/Moment'
import { nextStep } from './next-step'
import classes from './PickLists.module.css'
import { pickListLook } from './status'

/** In what state a list is, and by which rules goods are taken for it. */
export function PickListFacts({ list }: { list: PickListDetails }) {
  const { t } = useTranslation('pick-lists')
  const format = useFormat()
  const { is_outside } = useProfile()
  const { held, held_until, min_remaining_days, shipment_id, tracking_code } = list
  return (
    <PageCard label={t('facts')}>
      <StatusBadge status={pickListLook(list.status, t)} />
      <Text size="sm" mt="xs">
        {t(`next.${nextStep(list)}`)}
      </Text>
      <Facts className={classes.facts}>
        <Fact label={t('field.reference')}>{list.reference}</Fact>
        <Fact label={t('field.order')}>{list.channel && `${list.channel} · ${list.external_id}`}</Fact>
        <Fact label={t('field.shipment')}>
          {tracking_code && <ShipmentLink id={shipment_id} trackingCode={tracking_code} />}
        </Fact>
        <Fact label={t('field.client')}>{!is_outside && (list.client_name ?? t('own'))}</Fact>
        <Fact label={t('field.warehouse')}>{list.warehouse_code}</Fact>
        <Fact label={t('field.quantity')}>{format.number(list.quantity)}</Fact>
        <Fact label={t('field.picked')}>{format.number(list.picked)}</Fact>
        <Fact label={t('field.returned')}>{list.returned > 0 && format.number(list.returned)}</Fact>
        <Fact label={t('field.to_return')}>{list.to_return > 0 && format.number(list.to_return)}</Fact>
        <Fact label={t('field.short')}>{list.short > 0 && format.number(list.short)}</Fact>
        <Fact label={t('field.rest')}>
          {list.rest_id && (
            <Anchor component={AppLink} to={paths['pick_lists.show']({ id: list.rest_id })} size="sm">
              {list.rest_number}
            </Anchor>
          )}
        </Fact>
        <Fact label={t('field.rest_of')}>
          {list.rest_of_id && (
            <Anchor component={AppLink} to={paths['pick_lists.show']({ id: list.rest_of_id })} size="sm">
              {list.rest_of_number}
            </Anchor>
          )}
        </Fact>
        <Fact label={t('field.held')}>{held > 0 && format.number(held)}</Fact>
        <Fact label={t('field.held_until')}>{held > 0 && held_until && <Moment at={held_until} />}</Fact>
        <Fact label={t('field.min_remaining_days')}>
          {min_remaining_days > 0 && format.number(min_remaining_days)}
        </Fact>
        <Fact label={t('field.zone')}>{list.zone}</Fact>
        <Fact label={t('field.note')} long>
          {list.note}
        </Fact>
        <Fact label={t('field.reason')} long>
          {list.reason}
        </Fact>
        <Fact label={t('field.storage')}>
          {list.storage_amount !== null && list.storage_currency !== null && (
            <Money amount={list.storage_amount} currency={list.storage_currency} />
          )}
        </Fact>
        <Fact label={t('field.shipment_ended_at')}>
          {list.shipment_ended_at && <Moment at={list.shipment_ended_at} />}
        </Fact>
        <Fact label={t('field.packed_at')}>{list.packed_at && <Moment at={list.packed_at} />}</Fact>
        <Fact label={t('field.created_at')}>
          <Moment at={list.created_at} />
        </Fact>
      </Facts>
    </PageCard>
  )
}
