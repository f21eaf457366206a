import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ShipmentEventKind } from '@/api/schema'
import type { EventOption } from './event-kinds'
import classes from './FavouriteEvents.module.css'
import { eventIcon } from './status'

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
  if (codes.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be one of the form's sections
    <div role="group" aria-label={t('record.favourites')} className={classes.events}>
      {codes.map((code) => {
        const kind = kinds.find((one) => one.code === code)
        const Icon = kind && eventIcon(kind)
        return (
          <UnstyledButton
            key={code}
            className={classes.event}
            aria-pressed={code === value}
            disabled={!kind}
            onClick={() => onChange(code)}
          >
            {Icon && <Icon size={20} stroke={1.6} aria-hidden />}
            <span>{options.get(code)?.label ?? '…'}</span>
          </UnstyledButton>
        )
      })}
    </div>
  )
}
