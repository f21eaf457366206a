import { Alert, Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { useUserShow, useUserUpdate } from '@/api/generated/endpoints/users/users'
import type { User } from '@/api/schema'
import { paths } from '@/app/paths'
import { ResourcePage } from '@/ui/ResourcePage'
import { UserForm } from './UserForm'
import { inputOf, valuesOf } from './values'

export function UserEditPage({ id }: { id: string }) {
  const { t } = useTranslation('users')
  const user = useUserShow(id, { query: { staleTime: 0 } })
  // A form opens with what is true now, never with what a page showed a while ago.
  const fresh = user.isFetchedAfterMount ? user.data?.data : undefined
  return (
    <ResourcePage title={fresh ? t('editTitle', { name: fresh.name }) : t('show.title')} width="form">
      {fresh && <Editing user={fresh} />}
      {!fresh && user.error && (
        <Alert color="red" role="alert" title={errorText(user.error)}>
          <Button variant="default" onClick={() => void user.refetch()}>
            {t('show.retry')}
          </Button>
        </Alert>
      )}
      {!fresh && !user.error && <Skeleton h="60vh" radius="md" />}
    </ResourcePage>
  )
}

function Editing({ user }: { user: User }) {
  const { t } = useTranslation('users')
  const update = useUserUpdate()
  const [opened] = useState(user)
  const [initial] = useState(() => valuesOf(user))
  return (
    <UserForm
      id={opened.id}
      name={`user-${opened.id}`}
      initial={initial}
      own={opened.subsidiaries}
      submitLabel={t('save')}
      savedText={t('saved')}
      cancelTo={paths['users.show']({ id: opened.id })}
      save={async (values) => {
        const version = values.version ?? opened.version
        return (await update.mutateAsync({ id: opened.id, data: { ...inputOf(values), version } })).data
      }}
    />
  )
}
