import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { partnerList } from '@/features/partners/list'
import { PartnersPage } from '@/features/partners/PartnersPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/partners/')({
  validateSearch: partnerList.validate,
  search: { middlewares: [stripSearchParams(partnerList.defaults)] },
  loader: () => loadTexts('partners', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="partners" right="partner.list">
      <PartnersPage />
    </OnMenu>
  )
}
