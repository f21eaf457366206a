import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { CountriesPage } from '@/features/countries/CountriesPage'
import { countryList } from '@/features/countries/list'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/countries/')({
  validateSearch: countryList.validate,
  search: { middlewares: [stripSearchParams(countryList.defaults)] },
  loader: () => loadTexts('countries', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="countries" right="country.list">
      <CountriesPage />
    </OnMenu>
  )
}
