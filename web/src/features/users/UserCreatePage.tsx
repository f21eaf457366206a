import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUserCreate } from '@/api/generated/endpoints/users/users'
import { paths } from '@/app/paths'
import { useProfile } from '@/app/session'
import { useSite } from '@/app/site'
import { ResourcePage } from '@/ui/ResourcePage'
import { UserForm } from './UserForm'
import { inputOf, STAFF, type UserValues } from './values'

/** A new user speaks and measures as the company does until somebody says otherwise. */
export function UserCreatePage() {
  const { t } = useTranslation('users')
  const { domain } = useSite()
  const own = useProfile()
  const create = useUserCreate()
  const [initial] = useState<UserValues>(() => ({
    name: '',
    email: '',
    user_type: String(STAFF),
    client: null,
    partner: null,
    language_id: domain.default_language,
    preferred_timezone_id: own.time_zone,
    prefered_weight_unit: String(own.weight_unit),
    prefered_size_unit: String(own.size_unit),
    profile_ids: [],
    subsidiary_ids: [],
  }))
  return (
    <ResourcePage title={t('createTitle')} text={t('createText')} width="form">
      <UserForm
        name="user"
        initial={initial}
        submitLabel={t('create')}
        savedText={t('created')}
        cancelTo={paths['users.index']()}
        save={async (values) => (await create.mutateAsync({ data: inputOf(values) })).data}
      />
    </ResourcePage>
  )
}
