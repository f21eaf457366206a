import { Button, UnstyledButton } from '@mantine/core'
import { IconMapPins, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '@/ui/EmptyState'
import classes from './Zones.module.css'
import type { ZoneValues } from './zone-values'

type ZoneListProps = {
  zones: readonly ZoneValues[]
  at: number
  /** Zones with an error. */
  wrong: ReadonlySet<number>
  onSelect(at: number): void
  onAdd: (() => void) | undefined
}

/** All zones with the number of their places. */
export function ZoneList({ zones, at, wrong, onSelect, onAdd }: ZoneListProps) {
  const { t } = useTranslation('price-parts')
  const { t: grid } = useTranslation('price-grid')
  return (
    <div>
      {zones.length === 0 ? (
        <EmptyState icon={IconMapPins} title={t('zones.none')} text={t('zones.noneText')} />
      ) : (
        <ul className={classes.list} aria-label={t('zones.list')}>
          {zones.map((zone, index) => (
            <li key={zone.key}>
              <UnstyledButton
                className={classes.item}
                aria-current={index === at || undefined}
                data-wrong={wrong.has(index) || undefined}
                onClick={() => onSelect(index)}
              >
                <span>{zone.code || t('zones.unnamed')}</span>
                <span className={classes.count}>
                  {t('zones.places', { count: zone.countries.length + zone.parts.length })}
                </span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
      {onAdd && (
        <Button fullWidth variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
          {grid('grid.addZone')}
        </Button>
      )}
    </div>
  )
}
