import { Anchor, List, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { missingOf } from './rules'
import classes from './ShipmentForm.module.css'

type MissingName = ReturnType<typeof missingOf>[number]

type MissingFieldsProps = {
  missing: readonly MissingName[]
  onPick(name: MissingName): unknown
}

/** Fields that shipping still needs, each with a button that leads to it. */
export function MissingFields({ missing, onPick }: MissingFieldsProps) {
  const { t } = useTranslation(['shipment-form', 'shipments'])
  return (
    <>
      <Text size="sm" fw={600} mt="sm">
        {t('summary.missing', { count: missing.length })}
      </Text>
      <List size="sm" className={classes.missing}>
        {missing.map((name) => (
          <List.Item key={name}>
            <Anchor component="button" type="button" size="sm" ta="start" onClick={() => onPick(name)}>
              {t(`shipments:missing.${name}`)}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </>
  )
}
