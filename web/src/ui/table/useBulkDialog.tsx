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

type BulkChoice<Row> = { label: string; icon: Icon; bulk?: Bulk<Row> }

/** The actions on the chosen rows of a list, each after its dialog, which stands in the page. */
export function useBulkDialog<Row>(actions: BulkChoice<Row>[]) {
  const [asked, setAsked] = useState<{ dialog: Bulk<Row>['dialog']; chosen: Chosen<Row> }>()
  const [opened, setOpened] = useState(false)
  const Dialog = asked?.dialog
  return {
    bulk: ({ all, count, rows }: Selection<Row>, clear: () => void): BulkAction[] =>
      actions.flatMap(({ label, icon, bulk }) =>
        bulk
          ? {
              label,
              icon,
              run() {
                setAsked({ dialog: bulk.dialog, chosen: { rows, clear } })
                setOpened(true)
              },
              refused: all || count > bulk.most ? bulk.tooMany : undefined,
            }
          : [],
      ),
    dialog: Dialog && (
      <Suspense>
        <Dialog chosen={asked.chosen} opened={opened} onClose={() => setOpened(false)} />
      </Suspense>
    ),
  }
}
