import { Group, Text } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Tone } from './sound'
import classes from './Verdict.module.css'

const MARKS = { taken: IconCircleCheck, known: IconInfoCircle, unknown: IconAlertCircle }

type VerdictProps = {
  /** Whether the code was found (`taken`), scanned already or is unknown; none before the first scan. */
  tone: Tone | undefined
  text: ReactNode
  /** A smaller line below it: whose the record is. */
  about?: ReactNode
  /** Said at once, whatever is being read. */
  isUrgent?: boolean
  /** The way on. */
  children?: ReactNode
}

/** The result of the last scan, large enough to be read from the table. */
export function Verdict({ tone, text, about, isUrgent, children }: VerdictProps) {
  const Mark = tone && MARKS[tone]
  return (
    <div className={classes.verdict} data-tone={tone}>
      <div role={isUrgent ? 'alert' : 'status'} className={classes.told}>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          {Mark && <Mark size={24} aria-hidden />}
          <span>
            {text}
            {about && (
              <Text size="sm" c="dimmed">
                {about}
              </Text>
            )}
          </span>
        </Group>
      </div>
      {children}
    </div>
  )
}
