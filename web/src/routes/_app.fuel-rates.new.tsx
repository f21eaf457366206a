import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { FuelRateForm } from '@/features/fuel-rates/FuelRateForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/fuel-rates/new')({
  loader: () => loadTexts('fuel-rates', 'codes'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="fuel_rate.create">
      <FuelRateForm />
    </Permitted>
  )
}
