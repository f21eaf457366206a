import { Anchor, Badge, Button, Group, Paper, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconExternalLink } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  invalidateDomainList,
  useDomainDelete,
  useDomainUpdate,
} from '@/api/generated/endpoints/domains/domains'
import type { TenantDomain } from '@/api/schema'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { StatusBadge } from '@/ui/StatusBadge'
import { Moment } from '@/ui/time/Moment'
import classes from './Domains.module.css'
import { Proof } from './Proof'

type DomainItemProps = {
  domain: TenantDomain
  /** The host of this page: another one can point to it. */
  current: string | undefined
}

export function DomainItem({ domain, current }: DomainItemProps) {
  const { t } = useTranslation('domains')
  const { host, is_current, is_primary, verified_at, created_at, proof, proof_missing_since, can } = domain
  return (
    <Paper component="li" withBorder radius="md" p="md" className={classes.domain}>
      <Group gap="xs">
        <span className={classes.host}>{host}</span>
        <State domain={domain} />
        {is_primary && (
          <Badge variant="light" radius="sm" tt="none">
            {t('primary')}
          </Badge>
        )}
        {is_current && (
          <Badge variant="light" color="gray" radius="sm" tt="none">
            {t('current')}
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {verified_at ? t('sinceProven') : t('sinceAdded')} <Moment at={verified_at ?? created_at} />
        {is_primary && <> · {t('primaryText')}</>}
      </Text>
      {proof ? (
        <Proof
          host={host}
          proof={proof}
          target={proof_missing_since ? undefined : current}
          isMissing={Boolean(proof_missing_since)}
          canVerify={can.verify}
        >
          <Remove domain={domain} />
        </Proof>
      ) : (
        <Group gap="xs">
          {!is_primary && <MakePrimary domain={domain} />}
          <Remove domain={domain} />
          <WhyNot domain={domain} />
          {!is_current && <Open host={host} />}
        </Group>
      )}
    </Paper>
  )
}

function State({ domain: { verified_at, proof_missing_since } }: { domain: TenantDomain }) {
  const { t } = useTranslation('domains')
  if (proof_missing_since)
    return <StatusBadge status={{ label: t('missing'), color: 'red', icon: IconAlertTriangle }} />
  return (
    <StatusBadge
      status={
        verified_at
          ? { label: t('proven'), color: 'teal', icon: IconCircleCheck }
          : { label: t('waiting'), color: 'orange', icon: IconClock }
      }
    />
  )
}

/** As this page itself is reached, on the other host. */
function Open({ host }: { host: string }) {
  const { t } = useTranslation('domains')
  const { protocol, port } = window.location
  return (
    <Anchor href={`${protocol}//${host}${port && `:${port}`}/`} target="_blank" rel="noreferrer" size="sm">
      <Group component="span" gap={4} wrap="nowrap">
        {t('open', { host })}
        <IconExternalLink size={14} aria-hidden />
      </Group>
    </Anchor>
  )
}

function MakePrimary({ domain: { host, can } }: { domain: TenantDomain }) {
  const { t } = useTranslation('domains')
  const queryClient = useQueryClient()
  const update = useDomainUpdate({
    mutation: {
      onSuccess: () => notify.success(t('isPrimary', { host })),
      onError: notify.failure,
      // Also after a refusal: somebody has changed them.
      onSettled: () => invalidateDomainList(queryClient),
    },
  })
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={!can.update}
      loading={update.isPending}
      aria-label={t('makePrimaryNamed', { host })}
      onClick={() => update.mutate({ host, data: { is_primary: true } })}
    >
      {t('makePrimary')}
    </Button>
  )
}

function Remove({ domain: { host, can } }: { domain: TenantDomain }) {
  const { t } = useTranslation('domains')
  const queryClient = useQueryClient()
  const remove = useDomainDelete()

  async function ask() {
    const done = await confirm({
      title: t('removeTitle', { host }),
      text: t('removeText'),
      action: t('remove'),
      danger: true,
      run: async () => {
        await remove.mutateAsync({ host })
        await invalidateDomainList(queryClient)
      },
    })
    if (done) notify.success(t('removed', { host }))
  }

  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={!can.delete}
      aria-label={t('removeNamed', { host })}
      onClick={() => void ask()}
    >
      {t('remove')}
    </Button>
  )
}

/** Why it cannot be removed. */
function WhyNot({ domain: { is_primary, is_current, can } }: { domain: TenantDomain }) {
  const { t } = useTranslation('domains')
  if (can.delete || !(is_primary || is_current)) return null
  return (
    <Text size="sm" c="dimmed">
      {is_primary ? t('whyNot.primary') : t('whyNot.current')}
    </Text>
  )
}
