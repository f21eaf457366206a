import { Anchor, List, Text, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '@/ui/format'
import { focusPath, pathOf } from './fields'
import { missingOf } from './rules'
import classes from './ShipmentForm.module.css'
import { itemsTotal, parcelTotals } from './totals'
import type { ShipmentValues } from './values'

/** Always beside the form: what it adds up to, and what shipping still needs. */
export function Summary({ values }: { values: ShipmentValues }) {
  const { t } = useTranslation(['shipment-form', 'shipments'])
  const missing = missingOf(values)
  return (
    <aside className={classes.summary} aria-label={t('summary.title')}>
      <Title order={2} size="h3">
        {t('summary.title')}
      </Title>
      <Facts values={values} />
      {missing.length === 0 ? (
        <Text size="sm" className={classes.ready}>
          <IconCircleCheck size={18} aria-hidden />
          {t('summary.ready')}
        </Text>
      ) : (
        <>
          <Text size="sm" fw={600} mt="sm">
            {t('summary.missing', { count: missing.length })}
          </Text>
          <List size="sm" className={classes.missing}>
            {missing.map((name) => (
              <List.Item key={name}>
                <Anchor
                  component="button"
                  type="button"
                  size="sm"
                  ta="start"
                  onClick={() => focusPath(pathOf(name, values))}
                >
                  {t(`shipments:missing.${name}`)}
                </Anchor>
              </List.Item>
            ))}
          </List>
          <Text size="xs" c="dimmed">
            {t('summary.incomplete')}
          </Text>
        </>
      )}
    </aside>
  )
}

function Facts({ values }: { values: ShipmentValues }) {
  const { t } = useTranslation('shipment-form')
  const format = useFormat()
  const { weight, volumetric } = parcelTotals(values.parcels)
  const total = itemsTotal(values.items)
  const declared = values.declared_weight_g ?? weight
  const facts = [
    [t('section.parcels'), format.number(values.parcels.length)],
    [t('field.weight_g'), declared === null ? '–' : format.weight(declared)],
    [t('summary.volumetric'), volumetric === null ? '–' : format.weight(volumetric)],
    [t('section.items'), format.number(values.items.length)],
    [t('summary.total'), total === null ? '–' : format.money(total, values.currency)],
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
