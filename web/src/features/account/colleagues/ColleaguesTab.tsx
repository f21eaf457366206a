import { Button, Title } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useColleagueList, useColleagueRights } from '@/api/generated/endpoints/my-account/my-account'
import { InPerson } from '@/blocks/InPerson'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { EmptyState } from '@/ui/EmptyState'
import { LoadFailure } from '@/ui/LoadFailure'
import addresses from '../addresses/Addresses.module.css'
import { TabPending } from '../TabPending'
import { ColleagueItem } from './ColleagueItem'
import { InviteForm } from './InviteForm'

/** The users of the client that somebody belongs to, and the invitation of another one. */
export default function ColleaguesTab() {
  const { t } = useTranslation('account')
  const { can, client_id } = useProfile()
  const result = useColleagueList({ query: { staleTime: 0 } })
  // The form of an invitation stands above the list, and would move it.
  const rights = useColleagueRights({ query: { staleTime: 0, enabled: can['colleague.create'] === true } })
  const colleagues = result.data?.data
  if (result.error && !colleagues) return <LoadFailure title={t('colleagues.failed')} result={result} />
  if (!colleagues || rights.isLoading) return <TabPending />
  if (client_id === null) {
    return (
      <EmptyState
        icon={IconUsers}
        title={t('colleagues.none')}
        text={t('colleagues.noneText')}
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
      {can['colleague.create'] && (
        <InPerson>
          <InviteForm />
        </InPerson>
      )}
      <Title order={2} size="h5" my="md">
        {t('colleagues.list')}
      </Title>
      <ul className={addresses.list}>
        {colleagues.map((colleague) => (
          <ColleagueItem key={colleague.id} colleague={colleague} />
        ))}
      </ul>
    </>
  )
}
