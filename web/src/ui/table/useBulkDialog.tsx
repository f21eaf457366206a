import type { Icon } from '@tabler/icons-react'
import { type ComponentType, Suspense, useState } from 'react'
import type { BulkAction, Selection } from './columns'

/** The rows to act on, and how to take the selection off them. */
export type Chosen<Row> = { rows: Row[]; clear(): void }

export type BulkDialogProps<Row> = { chosen: Chosen<Row>; opened: boolean; onClose(): void }

/** How one action runs on many rows. */
export type Bulk<Row> = {
  /** The most rows of one action, and what a larger selection says. */
  most: number
  tooMany: string
  /** Asks, and acts; a lazy component is fetched when it is first asked for. */
  dialog: ComponentType<BulkDialogProps<Row>>
}

/** One action on the chosen rows of a list, after a dialog that stands in the page; nothing without an action. */
export function useBulkDialog<Row>(action: { label: string; icon: Icon; bulk?: Bulk<Row> } | undefined) {
  const [chosen, setChosen] = useState<Chosen<Row>>()
  const [opened, setOpened] = useState(false)
  const bulk = action?.bulk
  const Dialog = bulk?.dialog
  return {
    bulk: ({ all, count, rows }: Selection<Row>, clear: () => void): BulkAction[] =>
      action && bulk
        ? [
            {
              label: action.label,
              icon: action.icon,
              run() {
                setChosen({ rows, clear })
                setOpened(true)
              },
              refused: all || count > bulk.most ? bulk.tooMany : undefined,
            },
          ]
        : [],
    dialog: Dialog && chosen && (
      <Suspense>
        <Dialog chosen={chosen} opened={opened} onClose={() => setOpened(false)} />
      </Suspense>
    ),
  }
}
