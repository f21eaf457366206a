import { Badge, Button, Popover, Stack } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'

type MoreFiltersProps = {
  /** How many of them are set: what is hidden must not filter unseen. */
  count: number
  children: ReactNode
}

/** The filters that not everybody needs every day, behind one button. */
export function MoreFilters({ count, children }: MoreFiltersProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)

  // The first Escape is for the options that are open inside.
  function onKeyDown(event: KeyboardEvent) {
    const field = event.target as Element
    if (event.key === 'Escape' && field.getAttribute('aria-expanded') !== 'true') setOpened(false)
  }

  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width="min(20rem, calc(100vw - 2rem))"
      closeOnEscape={false}
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <Button
          variant="default"
          fw={400}
          classNames={ICON_ON_PHONE}
          leftSection={<IconFilter size={16} stroke={1.75} aria-hidden />}
          rightSection={
            count > 0 ? (
              <Badge size="sm" circle>
                {count}
              </Badge>
            ) : undefined
          }
          onClick={() => setOpened(!opened)}
        >
          {t('filter.more')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('filter.more')} onKeyDown={onKeyDown}>
        <Stack gap="sm">{children}</Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
