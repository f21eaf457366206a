import { Table } from '@mantine/core'
import type { ReactNode } from 'react'

type ScrollTableProps = {
  /** Names it for a screen reader: a text, or the id of the heading above it. */
  label: string | { id: string }
  /** Below this width, in pixels, the table scrolls sideways; without it the content decides. */
  minWidth?: number
  children: ReactNode
}

/** A table that scrolls sideways on a narrow screen, by the keyboard too. */
export const ScrollTable = ({ label, minWidth = 0, children }: ScrollTableProps) => (
  <Table.ScrollContainer
    minWidth={minWidth}
    type="native"
    role="group"
    tabIndex={0}
    {...(typeof label === 'string' ? { 'aria-label': label } : { 'aria-labelledby': label.id })}
  >
    {children}
  </Table.ScrollContainer>
)
