import { Skeleton } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  useUserProfileCreate,
  useUserProfileMatrix,
  useUserProfileShow,
} from '@/api/generated/endpoints/permissions/permissions'
import type { ProfileKind, UserProfile } from '@/api/schema'
import { LoadFailure } from '@/ui/LoadFailure'
import { ResourcePage } from '@/ui/ResourcePage'
import { ProfileForm } from './ProfileForm'
import { complete, emptyProfile, inputOf, valuesOf } from './values'

/** `from` is a profile to go on from. */
export function ProfileCreatePage({ from }: { from?: string }) {
  const { t } = useTranslation('profiles')
  const original = useUserProfileShow(from ?? '', { query: { enabled: from !== undefined } })
  return (
    <ResourcePage title={t('createTitle')} width="form">
      {original.error ? (
        <LoadFailure title={t('failed')} result={original} />
      ) : from && !original.data ? (
        <Skeleton h="70vh" radius="md" />
      ) : (
        <Creating key={from} original={original.data?.data} />
      )}
    </ResourcePage>
  )
}

function Creating({ original }: { original: UserProfile | undefined }) {
  const { t } = useTranslation('profiles')
  const [kind, setKind] = useState<ProfileKind>(original?.kind ?? emptyProfile.kind)
  const matrix = useUserProfileMatrix({ kind }, { query: { placeholderData: keepPreviousData } })
  const create = useUserProfileCreate()
  const choices = matrix.data?.data
  if (matrix.error) return <LoadFailure title={t('failed')} result={matrix} />
  if (!choices) return <Skeleton h="70vh" radius="md" />
  const initial = original
    ? { ...valuesOf(original, choices), version: undefined, name: t('copyOf', { name: original.name }) }
    : { ...emptyProfile, rules: complete({}, choices) }
  return (
    <ProfileForm
      name={original ? `profile-copy-${original.id}` : 'profile'}
      initial={initial}
      choices={choices}
      savedText={t('created')}
      onKind={setKind}
      save={async (values) =>
        (await create.mutateAsync({ data: { ...inputOf(values, choices), kind: values.kind } })).data
      }
    />
  )
}
