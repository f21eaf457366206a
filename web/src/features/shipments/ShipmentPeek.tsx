import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShipmentShow } from '@/api/generated/endpoints/shipments/shipments'
import type { Shipment } from '@/api/schema'
import { paths } from '@/context/paths'
import { missingNames } from '@/shared/shipments/missing-fields'
import { AppLink } from '@/ui/AppLink'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { localeText } from '@/ui/locale-text'
import { onceOnline } from '@/ui/once-online'
import { StatusBadge } from '@/ui/StatusBadge'
import { named } from '@/ui/wording'
import { HoldBadge } from './HoldBadge'
import { Place } from './ShipmentFacts'
import classes from './ShipmentFacts.module.css'
import { ShipmentLog } from './ShipmentLog'
import { useStatusLook } from './useStatusLook'

const FillIn = lazy(() => onceOnline(() => import('./form/FillIn')))

/** A shipment beside the list: its state, what it lacks, where it goes, its weights and its history. */
export default function ShipmentPeek({ id, onNext }: { id: string; onNext(): void }) {
  const { t } = useTranslation('shipments')
  const shipment = useShipmentShow(id)
  const [last, setLast] = useState<string>()
  function goOn() {
    setLast(id)
    onNext()
  }
  if (shipment.data) {
    const isFollowing = last !== undefined && last !== id
    return <Shown key={id} shipment={shipment.data.data} isFollowing={isFollowing} onFilledIn={goOn} />
  }
  if (shipment.error) return <LoadFailure title={t('show.failed')} result={shipment} />
  return <Skeleton height={360} />
}

type ShownProps = {
  shipment: Shipment
  /** The one before was filled in. */
  isFollowing: boolean
  onFilledIn(): void
}

function Shown({ shipment, isFollowing, onFilledIn }: ShownProps) {
  const { t, i18n } = useTranslation('shipments')
  const lookOf = useStatusLook()
  const format = useFormat()
  const { id, can } = shipment
  const fills = can.update && shipment.missing.length > 0
  const weight = (grams: number | null) => grams !== null && format.weight(grams)
  return (
    <Stack gap="md">
      <div>
        <StatusBadge status={lookOf(shipment.status)} /> {shipment.hold && <HoldBadge />}
        {shipment.unconfirmed && (
          <Text size="sm" mt={6}>
            {t('unconfirmed')}
          </Text>
        )}
        {shipment.missing.length > 0 && !fills && (
          <Text size="sm" mt={6}>
            {named(t('show.missing'), missingNames(shipment.missing, t))}
          </Text>
        )}
      </div>
      <Group gap="xs">
        <Button
          size="xs"
          variant={fills ? 'default' : 'filled'}
          renderRoot={(props) => <AppLink {...props} to={paths['shipments.show']({ id })} />}
        >
          {t('action.open')}
        </Button>
        {(can.update || can.complete || can.reprice) && (
          <Button
            size="xs"
            variant="default"
            renderRoot={(props) => <AppLink {...props} to={paths['shipments.edit']({ id })} />}
          >
            {t('action.edit')}
          </Button>
        )}
      </Group>
      {fills && (
        <Suspense fallback={<Skeleton height={120} />}>
          <FillIn shipment={shipment} focused={isFollowing} onSaved={onFilledIn} />
        </Suspense>
      )}
      <Place shipment={shipment} side="to" />
      <Facts className={classes.list}>
        <Fact label={t('field.service')}>{localeText(shipment.service_title_locale, i18n.language)}</Fact>
        <Fact label={t('field.client_name')}>{shipment.client_name}</Fact>
        <Fact label={t('field.external_ref')}>{shipment.external_ref}</Fact>
        <Fact label={t('field.weight')}>{weight(shipment.chargeable_weight_g)}</Fact>
        <Fact label={t('field.declared_weight')}>{weight(shipment.declared_weight_g)}</Fact>
        <Fact label={t('field.value')}>
          {shipment.declared_value && format.money(shipment.declared_value, shipment.currency)}
        </Fact>
        <Fact label={t('field.due_on')}>
          {shipment.due_on && format.days(shipment.due_from_on, shipment.due_on)}
        </Fact>
      </Facts>
      <ShipmentLog shipment={shipment} />
    </Stack>
  )
}
