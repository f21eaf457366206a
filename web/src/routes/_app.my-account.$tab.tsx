import { createFileRoute, notFound } from '@tanstack/react-router'
import { AccountPage } from '@/features/account/AccountPage'
import { isTab } from '@/features/account/tabs'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/my-account/$tab')({
  params: {
    parse: ({ tab }) => {
      // The first has the address without a name.
      if (!isTab(tab) || tab === 'general') throw notFound()
      return { tab }
    },
  },
  loader: () => loadTexts('account'),
  component: Tab,
})

function Tab() {
  const { tab } = Route.useParams()
  return <AccountPage tab={tab} />
}
