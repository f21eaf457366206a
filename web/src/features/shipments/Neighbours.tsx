import { ActionIcon, Group, Text, Tooltip } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { useFormat } from '@/ui/format'
import { useShortcuts } from '@/ui/shortcuts'
import { neighboursOf } from './neighbours'

/** To the shipments before and after this one in the list that it was opened from. */
export function Neighbours({ id }: { id: string }) {
  const { t } = useTranslation('shipments')
  const format = useFormat()
  const navigate = useNavigate()
  const found = neighboursOf(useQueryClient(), id)
  const open = (other: string | undefined) => {
    if (other) void navigate({ to: paths['shipments.show']({ id: other }) })
  }
  useShortcuts({ '[': () => open(found?.previous), ']': () => open(found?.next) })
  if (!found || found.count < 2) return null
  return (
    <Group component="nav" gap={2} wrap="nowrap" aria-label={t('show.neighbours')}>
      <Step label={t('show.previous')} to={found.previous} icon={IconChevronLeft} />
      <Text size="sm" c="dimmed">
        {t('show.place', { place: format.number(found.place), number: format.number(found.count) })}
      </Text>
      <Step label={t('show.next')} to={found.next} icon={IconChevronRight} />
    </Group>
  )
}

type StepProps = { label: string; to: string | undefined; icon: typeof IconChevronLeft }

function Step({ label, to, icon: Icon }: StepProps) {
  const icon = <Icon size={18} stroke={1.75} aria-hidden />
  if (!to) {
    return (
      <ActionIcon aria-label={label} disabled>
        {icon}
      </ActionIcon>
    )
  }
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={label}
        renderRoot={(props) => <AppLink {...props} to={paths['shipments.show']({ id: to })} />}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}
