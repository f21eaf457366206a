import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useShipmentShow } from '@/api/generated/endpoints/shipments/shipments'
import type { Shipment } from '@/api/schema'
import { paths } from '@/app/paths'
import { AppLink } from '@/ui/AppLink'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { localeText } from '@/ui/locale-text'
import { StatusBadge } from '@/ui/StatusBadge'
import { Fact, Place } from './ShipmentFacts'
import classes from './ShipmentFacts.module.css'
import { ShipmentLog } from './ShipmentLog'
import { statusLook } from './status'

/** A shipment beside the list: its state, what it lacks, where it goes, its weights and its history. */
export default function ShipmentPeek({ id }: { id: string }) {
  const { t } = useTranslation('shipments')
  const shipment = useShipmentShow(id)
  if (shipment.data) return <Shown shipment={shipment.data.data} />
  if (shipment.error) return <LoadFailure title={t('show.failed')} result={shipment} />
  return <Skeleton height={360} />
}

function Shown({ shipment }: { shipment: Shipment }) {
  const { t, i18n } = useTranslation('shipments')
  const format = useFormat()
  const { id, can } = shipment
  const weight = (grams: number | null) => grams !== null && format.weight(grams)
  return (
    <Stack gap="md">
      <div>
        <StatusBadge status={statusLook(shipment.status, t)} />
        {shipment.missing.length > 0 && (
          <Text size="sm" mt={6}>
            {t('show.missing')}:{' '}
            {shipment.missing.map((field) => t(`missing.${field}`, { defaultValue: field })).join(', ')}
          </Text>
        )}
      </div>
      <Group gap="xs">
        <Button size="xs" renderRoot={(props) => <AppLink {...props} to={paths['shipments.show']({ id })} />}>
          {t('action.open')}
        </Button>
        {can.update && (
          <Button
            size="xs"
            variant="default"
            renderRoot={(props) => <AppLink {...props} to={paths['shipments.edit']({ id })} />}
          >
            {t('action.edit')}
          </Button>
        )}
      </Group>
      <Place shipment={shipment} side="to" />
      <dl className={classes.list}>
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
      </dl>
      <ShipmentLog shipment={shipment} />
    </Stack>
  )
}
