import { Button, Group, Stack, Text } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { getShipmentShowQueryOptions } from '@/api/generated/endpoints/shipments/shipments'
import { ShipmentChoice } from '@/shared/choices/ShipmentChoice'
import classes from './Manifests.module.css'

type ShipmentsFieldProps = {
  value: string[]
  onChange(ids: string[]): void
  error?: ReactNode
}

/** Shipments that travel without a bag: each is found and added. */
export function ShipmentsField({ value, onChange, error }: ShipmentsFieldProps) {
  const { t } = useTranslation('manifests')
  const shown = useQueries({ queries: value.map((id) => getShipmentShowQueryOptions(id)) })
  return (
    <Stack gap="xs">
      <ShipmentChoice
        label={t('field.shipments')}
        placeholder={t('findShipment')}
        value={null}
        error={error}
        onChange={(shipment) => {
          if (shipment && !value.includes(shipment.id)) onChange([...value, shipment.id])
        }}
      />
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ul role="list" className={classes.list} aria-label={t('field.shipments')}>
        {value.map((id, index) => {
          const shipment = shown[index]?.data?.data
          const code = shipment?.tracking_code ?? '…'
          return (
            <li key={id} className={classes.line}>
              <Group gap="xs">
                <Text size="sm">{code}</Text>
                <Text size="sm" c="dimmed">
                  {shipment?.to_name}
                </Text>
              </Group>
              <Button
                variant="default"
                aria-label={t('removeShipment', { code })}
                onClick={() => onChange(value.filter((one) => one !== id))}
              >
                {t('action.remove')}
              </Button>
            </li>
          )
        })}
      </ul>
    </Stack>
  )
}
