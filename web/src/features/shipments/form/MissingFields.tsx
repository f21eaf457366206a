import { Anchor, List, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { missingName } from '@/shared/shipments/missing-fields'
import classes from './ShipmentForm.module.css'

type MissingFieldsProps = {
  missing: readonly string[]
  onPick(name: string): unknown
}

/** Fields that shipping still needs, each with a button that leads to it. */
export function MissingFields({ missing, onPick }: MissingFieldsProps) {
  const { t } = useTranslation('shipment-form')
  const { t: names } = useTranslation('shipments')
  return (
    <>
      <Text size="sm" fw={600} mt="sm">
        {t('summary.missing', { count: missing.length })}
      </Text>
      <List size="sm" className={classes.missing}>
        {missing.map((name) => (
          <List.Item key={name}>
            <Anchor component="button" type="button" size="sm" ta="start" onClick={() => onPick(name)}>
              {missingName(name, names)}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </>
  )
}
