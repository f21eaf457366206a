import { ActionIcon, Indicator, Tooltip } from '@mantine/core'
import { IconProgressCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAwaitedFiles, useEnds } from './useEnds'
import { useProcesses } from './useProcesses'
import { useProgressToasts } from './useProgressToasts'

/** Opens the drawer; its badge counts what is under way. */
export function ProcessesButton({ onOpen }: { onOpen(): void }) {
  const { t } = useTranslation('processes')
  const { tasks, pending } = useProcesses()
  useAwaitedFiles(tasks)
  useEnds(tasks)
  useProgressToasts(tasks)
  return (
    <Tooltip label={t('title')}>
      <Indicator label={pending} size={17} offset={5} disabled={pending === 0} aria-hidden={false}>
        <ActionIcon
          size="lg"
          aria-haspopup="dialog"
          aria-label={t('open', { count: pending })}
          onClick={onOpen}
        >
          <IconProgressCheck size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Indicator>
    </Tooltip>
  )
}
