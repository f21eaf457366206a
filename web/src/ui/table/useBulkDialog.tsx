import type { Icon } from '@tabler/icons-react'
import { type ComponentType, Suspense, useState } from 'react'
import type { BulkAction, Selection } from './columns'

/** The rows to act on, and how to take the selection off them. */
export type Chosen<Row> = { rows: Row[]; clear(): void }

export type BulkDialogProps<Row> = { chosen: Chosen<Row>; opened: boolean; onClose(): void }

type BulkDialogOptions<Row> = {
  label: string
  icon: Icon
  /** The most rows of one action, and what a larger selection says. */
  most: number
  tooMany: string
  /** Asks, and acts; a lazy component is fetched when it is first asked for. */
  dialog: ComponentType<BulkDialogProps<Row>>
}

/** One action on the chosen rows of a list, after a dialog. `dialog` stands in the page. */
export function useBulkDialog<Row>({ label, icon, most, tooMany, dialog: Dialog }: BulkDialogOptions<Row>) {
  const [chosen, setChosen] = useState<Chosen<Row>>()
  const [opened, setOpened] = useState(false)
  return {
    bulk: ({ all, count, rows }: Selection<Row>, clear: () => void): BulkAction[] => [
      {
        label,
        icon,
        run() {
          setChosen({ rows, clear })
          setOpened(true)
        },
        refused: all || count > most ? tooMany : undefined,
      },
    ],
    dialog: chosen && (
      <Suspense>
        <Dialog chosen={chosen} opened={opened} onClose={() => setOpened(false)} />
      </Suspense>
    ),
  }
}
