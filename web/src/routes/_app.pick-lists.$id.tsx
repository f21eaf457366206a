import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Permitted } from '@/blocks/Permitted'
import { useProfile } from '@/context/session'
import { PickListPage } from '@/features/pick-lists/PickListPage'
import { loadTexts } from '@/i18n'
import { onceOnline } from '@/ui/once-online'

/** Only who takes goods back needs it. */
const PickedGoods = lazy(() =>
  onceOnline(async () => {
    const [card] = await Promise.all([import('@/features/stocks/PickedGoods'), loadTexts('stocks')])
    return card
  }),
)

export const Route = createFileRoute('/_app/pick-lists/$id')({
  loader: () => loadTexts('pick-lists', 'scan', 'codes'),
  component: Show,
})

function Show() {
  const { id } = Route.useParams()
  return (
    <Permitted to="pick_list.show">
      <List key={id} id={id} />
    </Permitted>
  )
}

function List({ id }: { id: string }) {
  const { can } = useProfile()
  return (
    <PickListPage
      id={id}
      picked={() =>
        can['stock.return'] && (
          <Suspense>
            <PickedGoods listId={id} />
          </Suspense>
        )
      }
    />
  )
}
