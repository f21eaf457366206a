import { Button } from '@mantine/core'
import { IconCircleCheck, IconCircleOff, IconRestore } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Switch, Switched } from './useSwitch'

type SwitchButtonProps<T extends Switched> = {
  record: T
  switching: Switch<T>
  onSwitched(record: T): void
}

/** Switches the record of a page, or restores one that was deleted; stays away where that is not allowed. */
export function SwitchButton<T extends Switched>({ record, switching, onSwitched }: SwitchButtonProps<T>) {
  const { t } = useTranslation()
  if (record.can.restore) {
    return (
      <Button
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
      variant="default"
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => void switching.run(record).then((after) => after && onSwitched(after))}
    >
      {switching.actionOf(record)}
    </Button>
  )
}
