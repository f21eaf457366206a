import { Button, Popover, Skeleton } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '@/ui/format'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import { onceOnline } from '@/ui/once-online'
import { named } from '@/ui/wording'
import classes from './DateRangeFilter.module.css'

const RangePicker = lazy(() => onceOnline(() => import('./RangePicker')))

/** Calendar days, '2026-11-21'; an open end is undefined. */
export type DayRange = { from: string | undefined; to: string | undefined }

type DateRangeFilterProps = {
  label: string
  value: DayRange
  onChange(range: DayRange): void
  /** As wide as what it stands in, which is itself a popover. */
  fullWidth?: boolean
}

export function DateRangeFilter({ label, value, onChange, fullWidth = false }: DateRangeFilterProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [opened, setOpened] = useState(false)
  const from = value.from && format.day(value.from)
  const to = value.to && format.day(value.to)
  const chosen = from === to ? from : [from ?? t('dates.start'), to ?? t('dates.today')].join(' – ')

  function choose(range: DayRange) {
    onChange(range)
    setOpened(false)
  }

  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      withinPortal={!fullWidth}
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <Button
          variant="default"
          fw={400}
          classNames={
            fullWidth || from || to ? { root: classes.button, label: classes.label } : ICON_ON_PHONE
          }
          fullWidth={fullWidth}
          justify={fullWidth ? 'flex-start' : undefined}
          leftSection={<IconCalendar size={16} stroke={1.75} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          {from || to ? named(label, chosen ?? '') : label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Suspense fallback={<Skeleton width={430} height={286} />}>
          <RangePicker value={value} onChange={choose} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
