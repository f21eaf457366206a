import { Button } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useClientDetailsShow } from '@/api/generated/endpoints/my-account/my-account'
import { useChoices } from '@/api/useChoices'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { EmptyState } from '@/ui/EmptyState'
import { LoadFailure } from '@/ui/LoadFailure'
import { TabPending } from '../TabPending'
import { ClientForm } from './ClientForm'
import { Registration } from './Registration'

/** The client that somebody belongs to: who it is, and how it is reached. */
export default function ClientTab() {
  const { t } = useTranslation('account')
  const result = useClientDetailsShow({ query: { staleTime: 0, refetchOnWindowFocus: false } })
  const { data: choices, error, refetch: retry } = useChoices()
  // A form opens with the client as it is now, not as a page showed it a while ago.
  const answer = result.isFetchedAfterMount ? result.data : undefined
  if (!answer || !choices) {
    const failed = result.error ?? error
    if (!failed) return <TabPending />
    const again = () => Promise.all([result.refetch(), retry()])
    return (
      <LoadFailure
        title={t('details.failed')}
        result={{ error: failed, isFetching: result.isFetching, refetch: again }}
      />
    )
  }
  const client = answer.data
  if (!client) {
    return (
      <EmptyState
        icon={IconBuilding}
        title={t('details.none')}
        text={t('details.noneText')}
        action={
          <Button component={AppLink} to={paths['my-account']()}>
            {t('details.toGeneral')}
          </Button>
        }
      />
    )
  }
  return (
    <>
      <Registration client={client} />
      <ClientForm client={client} choices={choices} />
    </>
  )
}
