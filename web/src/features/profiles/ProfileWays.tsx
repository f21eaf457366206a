import { Button } from '@mantine/core'
import { IconArrowsDiff, IconCopy, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { UserProfile } from '@/api/schema'
import { paths } from '@/context/paths'
import { useDelete } from './useDelete'

/** Compares, copies or deletes the profile of a page. */
export function ProfileWays({ profile }: { profile: UserProfile }) {
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
