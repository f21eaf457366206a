import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { AirportsPage } from '@/features/airports/AirportsPage'
import { airportList } from '@/features/airports/list'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/airports/')({
  validateSearch: airportList.validate,
  search: { middlewares: [stripSearchParams(airportList.defaults)] },
  loader: () => loadTexts('airports', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="airports" right="airport.list">
      <AirportsPage />
    </OnMenu>
  )
}
