import { Button, Group, ScrollArea, Stack, Text } from '@mantine/core'
import { type Icon, IconAlertCircle, IconCircleCheck, IconPlayerSkipForward } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './BulkReport.module.css'
import type { BulkResult } from './useBulkRun'

/** Failures first. */
const ORDER: BulkResult['state'][] = ['failed', 'left', 'done']

const MARKS: Record<BulkResult['state'], { icon: Icon; color: string }> = {
  failed: { icon: IconAlertCircle, color: 'var(--mantine-color-red-text)' },
  left: { icon: IconPlayerSkipForward, color: 'var(--mantine-color-dimmed)' },
  done: { icon: IconCircleCheck, color: 'var(--mantine-color-teal-text)' },
}

type BulkReportProps = {
  label: string
  /** How many of each kind. */
  sum: string
  results: BulkResult[]
  /** Buttons of what can be done next. */
  after?: ReactNode
  onClose(): void
}

/** One line per record; those with a problem come first. */
export function BulkReport({ label, sum, results, after, onClose }: BulkReportProps) {
  const { t } = useTranslation()
  const lines = ORDER.flatMap((state) => results.filter((result) => result.state === state))
  return (
    <Stack>
      {sum && (
        <Text size="sm" fw={600} role="status">
          {sum}
        </Text>
      )}
      <ScrollArea.Autosize mah="min(22rem, 50dvh)" type="auto">
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
        <ul role="list" aria-label={label} className={classes.list}>
          {lines.map((result) => (
            <Line key={result.key} result={result} />
          ))}
        </ul>
      </ScrollArea.Autosize>
      <Group justify="flex-end" gap="xs">
        {after}
        <Button variant={after ? 'default' : 'filled'} onClick={onClose} data-autofocus>
          {t('close')}
        </Button>
      </Group>
    </Stack>
  )
}

function Line({ result: { name, state, text } }: { result: BulkResult }) {
  const { icon: Mark, color } = MARKS[state]
  return (
    <li className={classes.line}>
      <Mark size={16} color={color} className={classes.mark} aria-hidden />
      <div>
        <Text span size="sm" fw={550}>
          {name}
        </Text>{' '}
        <Text span size="sm" c="dimmed">
          {text}
        </Text>
      </div>
    </li>
  )
}
