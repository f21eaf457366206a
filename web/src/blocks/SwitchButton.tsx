import { Button } from '@mantine/core'
import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react'
import type { Switch, Switched } from './useSwitch'

type SwitchButtonProps<T extends Switched> = {
  record: T
  switching: Switch<T>
  onSwitched(record: T): void
}

/** Switches the record of a page; stays away where that is not allowed. */
export function SwitchButton<T extends Switched>({ record, switching, onSwitched }: SwitchButtonProps<T>) {
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
