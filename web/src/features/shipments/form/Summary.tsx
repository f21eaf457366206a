import { Text, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useRecipientNeeds } from '@/api/usePlaces'
import { useFormat } from '@/ui/format'
import { Mismatches } from '../Mismatches'
import { focusPath, pathOf } from './fields'
import { MissingFields } from './MissingFields'
import { mismatchesOf } from './mismatches'
import { missingOf } from './missing'
import classes from './ShipmentForm.module.css'
import { itemsTotal, type WeightRule, weights } from './totals'
import { type ShipmentValues, withoutBlanks } from './values'

/** Always beside the form: what it adds up to, and what shipping still needs. */
export function Summary({ values, rule }: { values: ShipmentValues; rule: WeightRule }) {
  const { t } = useTranslation('shipment-form')
  const missing = missingOf(values, useRecipientNeeds())
  return (
    <aside className={classes.summary} aria-label={t('summary.title')}>
      <Title order={2} size="h3">
        {t('summary.title')}
      </Title>
      <Facts values={values} rule={rule} />
      <Mismatches mismatches={mismatchesOf(values)} currency={values.currency} />
      {missing.length === 0 ? (
        <Text size="sm" className={classes.ready}>
          <IconCircleCheck size={18} aria-hidden />
          {t('summary.ready')}
        </Text>
      ) : (
        <>
          <MissingFields missing={missing} onPick={(name) => focusPath(pathOf(name, values))} />
          <Text size="xs" c="dimmed">
            {t('summary.incomplete')}
          </Text>
        </>
      )}
    </aside>
  )
}

function Facts({ values, rule }: { values: ShipmentValues; rule: WeightRule }) {
  const { t } = useTranslation('shipment-form')
  const format = useFormat()
  const { parcels, items } = withoutBlanks(values)
  const { declared, volumetric, chargeable } = weights(parcels, values.declared_weight_g, rule)
  const total = itemsTotal(items, values.currency)
  const weight = (grams: number | null) => (grams === null ? '–' : format.weight(grams))
  const money = (amount: string | null) => (amount === null ? '–' : format.money(amount, values.currency))
  const facts = [
    [t('summary.parcels'), format.number(parcels.length)],
    [t('field.declared_weight_g'), weight(declared)],
    [t('summary.volumetric'), weight(volumetric)],
    [t('summary.chargeable'), weight(chargeable)],
    [t('section.items'), format.number(items.length)],
    [t('summary.total'), money(total)],
    [t('field.declared_value'), money(values.declared_value)],
  ] as const
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
