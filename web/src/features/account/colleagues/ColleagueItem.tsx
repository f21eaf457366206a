import { Badge, Button, Group, Paper, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  invalidateColleagueList,
  useColleagueDeactivate,
  useColleagueDelete,
  useColleagueInvite,
} from '@/api/generated/endpoints/my-account/my-account'
import type { Colleague } from '@/api/schema'
import { useProfile } from '@/context/session'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { Moment } from '@/ui/time/Moment'
import { listed } from '@/ui/wording'
import addresses from '../addresses/Addresses.module.css'

/** A user of the same client. An invitation can be sent again and withdrawn. */
export function ColleagueItem({ colleague }: { colleague: Colleague }) {
  const { t } = useTranslation('account')
  const { id: ownId } = useProfile()
  const { id, name, email, profiles, active, invited, can } = colleague
  return (
    <Paper component="li" withBorder radius="md" p="md" className={addresses.address}>
      <Group gap="xs">
        <Text fw={600}>{name}</Text>
        {id === ownId && <Mark text={t('colleagues.you')} />}
        {invited && <Mark text={t('colleagues.invited')} />}
        {!active && <Mark text={t('colleagues.inactive')} />}
      </Group>
      <Text size="sm">{email}</Text>
      <Text size="sm" c="dimmed">
        {profiles.length > 0 ? listed(profiles.map((profile) => profile.name)) : t('colleagues.all')}
      </Text>
      {invited && <Expiry at={colleague.invitation_expires_at} />}
      <Group gap="xs">
        {can.invite && <Resend colleague={colleague} />}
        {can.delete && <Withdraw colleague={colleague} />}
        {can.deactivate && <Deactivate colleague={colleague} />}
      </Group>
    </Paper>
  )
}

const Mark = ({ text }: { text: string }) => (
  <Badge variant="light" radius="sm" tt="none">
    {text}
  </Badge>
)

/** Until when the link of the e-mail works; nothing while the e-mail is being written. */
function Expiry({ at }: { at: string | null }) {
  const { t } = useTranslation('account')
  if (at === null) return null
  if (Date.parse(at) < Date.now()) return <Text size="sm">{t('colleagues.expired')}</Text>
  return (
    <Text size="sm">
      {t('colleagues.expires')} <Moment at={at} />
    </Text>
  )
}

function Resend({ colleague: { id, name } }: { colleague: Colleague }) {
  const { t } = useTranslation('account')
  const queryClient = useQueryClient()
  const invite = useColleagueInvite({
    mutation: {
      onSuccess: () => notify.success(t('colleagues.sent')),
      onError: notify.failure,
      onSettled: () => invalidateColleagueList(queryClient),
    },
  })
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={invite.isPending}
      aria-label={t('colleagues.resendNamed', { name })}
      onClick={() => invite.mutate({ id })}
    >
      {t('colleagues.resend')}
    </Button>
  )
}

function Withdraw({ colleague: { id, name } }: { colleague: Colleague }) {
  const { t } = useTranslation('account')
  const queryClient = useQueryClient()
  const remove = useColleagueDelete()

  async function ask() {
    const done = await confirm({
      title: t('colleagues.withdrawTitle', { name }),
      text: t('colleagues.withdrawText'),
      action: t('colleagues.withdraw'),
      danger: true,
      run: async () => {
        await remove.mutateAsync({ id })
        await invalidateColleagueList(queryClient)
      },
    })
    if (done) notify.success(t('colleagues.withdrawn'))
  }

  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={t('colleagues.withdrawNamed', { name })}
      onClick={() => void ask()}
    >
      {t('colleagues.withdraw')}
    </Button>
  )
}

function Deactivate({ colleague: { id, name } }: { colleague: Colleague }) {
  const { t } = useTranslation('account')
  const queryClient = useQueryClient()
  const deactivate = useColleagueDeactivate()

  async function ask() {
    const done = await confirm({
      title: t('colleagues.deactivateNamed', { name }),
      text: t('colleagues.deactivateText'),
      action: t('colleagues.deactivate'),
      danger: true,
      run: async () => {
        await deactivate.mutateAsync({ id })
        await invalidateColleagueList(queryClient)
      },
    })
    if (done) notify.success(t('colleagues.deactivated', { name }))
  }

  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={t('colleagues.deactivateNamed', { name })}
      onClick={() => void ask()}
    >
      {t('colleagues.deactivate')}
    </Button>
  )
}
