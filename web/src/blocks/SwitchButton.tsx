import { Button } from '@mantine/core'
import { IconCircleCheck, IconCircleOff, IconRestore } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import type { Switch, Switched } from './useSwitch'

type SwitchButtonProps<T extends Switched> = {
  record: T
  switching: Switch<T>
  onSwitched(record: T): void
  /** Beside a button that matters more. */
  iconOnPhone?: boolean
}

/** Switches the record of a page, or restores one that was deleted; stays away where that is not allowed. */
export function SwitchButton<T extends Switched>(props: SwitchButtonProps<T>) {
  const { record, switching, onSwitched, iconOnPhone = false } = props
  const { t } = useTranslation()
  const look = iconOnPhone ? { classNames: ICON_ON_PHONE } : {}
  if (record.can.restore) {
    return (
      <Button
        {...look}
        variant="default"
        leftSection={<IconRestore size={16} aria-hidden />}
        onClick={() => void switching.restore(record).then((after) => after && onSwitched(after))}
      >
        {t('record.undelete.action')}
      </Button>
    )
  }
  if (!switching.isAllowed(record)) return null
  const Icon = record.active ? IconCircleOff : IconCircleCheck
  return (
    <Button
      {...look}
      variant="default"
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => void switching.run(record).then((after) => after && onSwitched(after))}
    >
      {switching.actionOf(record)}
    </Button>
  )
}
