import { Anchor, ScrollArea, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import classes from './QuestionRows.module.css'

type Row = { id: string; tracking_code: string; client_name: string | null }

type QuestionRowsProps<R extends Row> = {
  label: string
  rows: R[]
  /** What is shown of each: an amount, or why it is left. */
  tell(row: R): ReactNode
}

/** The shipments of a question, one line for each, whose code leads to it. */
export function QuestionRows<R extends Row>({ label, rows, tell }: QuestionRowsProps<R>) {
  return (
    <ScrollArea.Autosize mah="min(16rem, 40dvh)" type="auto">
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ul role="list" aria-label={label} className={classes.rows}>
        {rows.map((row) => (
          <li key={row.id}>
            <span>
              <Anchor
                component={AppLink}
                to={paths['shipments.show']({ id: row.id })}
                target="_blank"
                size="sm"
                fw={550}
              >
                {row.tracking_code}
              </Anchor>{' '}
              <Text span size="sm" c="dimmed">
                {row.client_name}
              </Text>
            </span>
            <Text span size="sm">
              {tell(row)}
            </Text>
          </li>
        ))}
      </ul>
    </ScrollArea.Autosize>
  )
}
