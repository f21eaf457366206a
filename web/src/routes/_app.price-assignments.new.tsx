import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { AssignmentForm } from '@/features/price-assignments/AssignmentForm'
import { loadTexts } from '@/i18n'
import { recordId } from '@/ui/table/list-spec'

type Search = { client_id?: string; sell_table_id?: string; cost_table_id?: string }

const NAMES = ['client_id', 'sell_table_id', 'cost_table_id'] as const

/** From the prices of a client, the assignment is for that client; from a price table, it is of that table. */
export const Route = createFileRoute('/_app/price-assignments/new')({
  validateSearch: (raw: { [Name in keyof Search]?: unknown }): Search =>
    Object.fromEntries(
      NAMES.flatMap((name) => {
        const id = recordId(raw[name])
        return id ? [[name, id]] : []
      }),
    ),
  loader: () => loadTexts('price-assignments', 'codes'),
  component: Create,
})

function Create() {
  const { client_id, sell_table_id, cost_table_id } = Route.useSearch()
  return (
    <Permitted to="price_assignment.create">
      <AssignmentForm
        key={[client_id, sell_table_id, cost_table_id].join()}
        clientId={client_id}
        sellTableId={sell_table_id}
        costTableId={cost_table_id}
      />
    </Permitted>
  )
}
