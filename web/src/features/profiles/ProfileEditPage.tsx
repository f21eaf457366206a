import { Badge, Button, Skeleton } from '@mantine/core'
import { IconArrowsDiff, IconCopy, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  useUserProfileMatrix,
  useUserProfileShow,
  useUserProfileUpdate,
} from '@/api/generated/endpoints/permissions/permissions'
import type { UserProfile } from '@/api/schema'
import { paths } from '@/app/paths'
import { LoadFailure } from '@/ui/LoadFailure'
import { ResourcePage } from '@/ui/ResourcePage'
import { ProfileForm } from './ProfileForm'
import { useDelete } from './useDelete'
import { inputOf, valuesOf } from './values'

export function ProfileEditPage({ id }: { id: string }) {
  const { t } = useTranslation('profiles')
  const profile = useUserProfileShow(id, { query: { staleTime: 0 } })
  // A form opens with what is true now, never with what a page showed a while ago.
  const fresh = profile.isFetchedAfterMount ? profile.data?.data : undefined
  return (
    <ResourcePage
      title={profile.data?.data.name ?? t('title')}
      aside={
        fresh && (
          <Badge variant="light" color="gray" tt="none">
            {t('bearers', { count: fresh.bearer_count })}
          </Badge>
        )
      }
      action={fresh && <Ways profile={fresh} />}
      width="form"
    >
      {profile.error ? (
        <LoadFailure title={t('failed')} result={profile} />
      ) : fresh ? (
        <Editing profile={fresh} />
      ) : (
        <Skeleton h="70vh" radius="md" />
      )}
    </ResourcePage>
  )
}

function Editing({ profile }: { profile: UserProfile }) {
  const { t } = useTranslation('profiles')
  const [opened] = useState(profile)
  const matrix = useUserProfileMatrix({ kind: opened.kind })
  const update = useUserProfileUpdate()
  const choices = matrix.data?.data
  if (matrix.error) return <LoadFailure title={t('failed')} result={matrix} />
  if (!choices) return <Skeleton h="70vh" radius="md" />
  return (
    <ProfileForm
      id={opened.id}
      name={`profile-${opened.id}`}
      initial={valuesOf(opened, choices)}
      choices={choices}
      savedText={t('saved')}
      readOnly={!opened.can.update}
      save={async (values) => {
        const version = values.version ?? opened.version
        const data = { ...inputOf(values, choices), version }
        return (await update.mutateAsync({ id: opened.id, data })).data
      }}
    />
  )
}

function Ways({ profile }: { profile: UserProfile }) {
  const { t } = useTranslation('profiles')
  const navigate = useNavigate()
  const remove = useDelete()
  const { id, can, bearer_count } = profile
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowsDiff size={16} aria-hidden />}
        onClick={() => void navigate({ to: '/profiles/compare', search: { left: id } })}
      >
        {t('compare')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconCopy size={16} aria-hidden />}
        onClick={() => void navigate({ to: '/profiles/new', search: { from: id } })}
      >
        {t('menu.copy')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
        disabled={!can.delete}
        title={can.delete ? undefined : t('refused.inUse', { count: bearer_count })}
        onClick={() =>
          void remove(profile).then((gone) => {
            if (gone) void navigate({ to: paths['profiles.index']() })
          })
        }
      >
        {t('menu.delete')}
      </Button>
    </>
  )
}
