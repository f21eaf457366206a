import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './ClockChoice.module.css'
import type { Clock } from './local-time'

type ClockChoiceProps = { value: Clock; onChange(clock: Clock): void }

/** Times as they were there, as they are here, or in UTC. */
export function ClockChoice({ value, onChange }: ClockChoiceProps) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('clock.label')}
      classNames={{ label: classes.label }}
      value={value}
      onChange={(clock) => onChange(clock as Clock)}
      data={[
        { value: 'place', label: t('clock.place') },
        { value: 'mine', label: t('clock.mine') },
        { value: 'utc', label: t('clock.utc') },
      ]}
    />
  )
}
