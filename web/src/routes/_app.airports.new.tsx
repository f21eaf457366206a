import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { NewAirport } from '@/features/airports/NewAirport'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/airports/new')({
  loader: () => loadTexts('airports', 'codes'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="airport.create">
      <NewAirport />
    </Permitted>
  )
}
