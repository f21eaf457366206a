import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { LocalesPage } from '@/features/locales/LocalesPage'
import { localeList } from '@/features/locales/list'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/locales/')({
  validateSearch: localeList.validate,
  search: { middlewares: [stripSearchParams(localeList.defaults)] },
  loader: () => loadTexts('locales', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="locales" right="offered_locale.list">
      <LocalesPage />
    </OnMenu>
  )
}
