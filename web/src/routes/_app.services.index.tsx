import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { serviceList } from '@/features/services/list'
import { ServicesPage } from '@/features/services/ServicesPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/services/')({
  validateSearch: serviceList.validate,
  search: { middlewares: [stripSearchParams(serviceList.defaults)] },
  loader: () => loadTexts('services', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="services" right="service.list">
      <ServicesPage />
    </OnMenu>
  )
}
