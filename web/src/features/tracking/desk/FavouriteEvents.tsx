import { Skeleton, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ShipmentEventKind } from '@/api/schema'
import { eventIcon } from '@/shared/tracking/status'
import type { EventOption } from './event-kinds'
import classes from './FavouriteEvents.module.css'

type FavouriteEventsProps = {
  codes: string[]
  kinds: ShipmentEventKind[]
  options: Map<string, EventOption>
  value: string
  onChange(code: string): void
}

/** The events of every day, large enough to be hit without looking twice. */
export function FavouriteEvents({ codes, kinds, options, value, onChange }: FavouriteEventsProps) {
  const { t } = useTranslation('tracking')
  // Before the catalogue is there, each has its place.
  const shown = kinds.length > 0 ? codes.filter((code) => options.has(code)) : codes
  if (shown.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be one of the form's sections
    <div role="group" aria-label={t('record.favourites')} className={classes.events}>
      {shown.map((code) => {
        const kind = kinds.find((one) => one.code === code)
        if (!kind) {
          return (
            <div key={code} className={classes.event}>
              <Skeleton height={14} width="60%" />
            </div>
          )
        }
        const Icon = eventIcon(kind)
        return (
          <UnstyledButton
            key={code}
            className={classes.event}
            aria-pressed={code === value}
            onClick={() => onChange(code)}
          >
            <Icon size={20} stroke={1.6} aria-hidden />
            <span>{options.get(code)?.label}</span>
          </UnstyledButton>
        )
      })}
    </div>
  )
}
