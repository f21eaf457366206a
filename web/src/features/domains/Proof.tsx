import { ActionIcon, Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertCircle, IconCopy, IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { invalidateDomainList, useDomainVerify } from '@/api/generated/endpoints/domains/domains'
import type { DomainProof } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { Moment } from '@/ui/time/Moment'
import classes from './Domains.module.css'

type ProofProps = {
  host: string
  proof: DomainProof
  /** The domain is in use, and its record is gone. */
  isMissing: boolean
  canVerify: boolean
  /** Other actions for the host. */
  children: ReactNode
}

/** The record to set, and the question whether it is there. */
export function Proof({ host, proof, isMissing, canVerify, children }: ProofProps) {
  const { t } = useTranslation('domains')
  const queryClient = useQueryClient()
  const verify = useDomainVerify({
    mutation: {
      onSuccess: () => {
        notify.success(t('provenNow', { host }))
        return invalidateDomainList(queryClient)
      },
    },
  })
  return (
    <>
      <Text size="sm">{isMissing ? t('proof.again', { host }) : t('proof.text', { host })}</Text>
      <dl className={classes.record}>
        <dt>{t('proof.type')}</dt>
        <dd>
          <code>TXT</code>
        </dd>
        <dt>{t('proof.name')}</dt>
        <dd>
          <code>{proof.record_name}</code>
          <Copy text={proof.record_name} label={t('copyName')} />
        </dd>
        <dt>{t('proof.value')}</dt>
        <dd>
          <code>{proof.value}</code>
          <Copy text={proof.value} label={t('copyValue')} />
        </dd>
      </dl>
      <Text size="sm" c="dimmed">
        {isMissing ? t('proof.ends') : t('proof.until')} <Moment at={proof.expires_at} />
      </Text>
      {verify.error && !verify.isPending && (
        <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />}>
          {errorText(verify.error)}
        </Alert>
      )}
      <Group gap="xs">
        {!isMissing && (
          <Button
            size="compact-sm"
            leftSection={<IconRefresh size={16} aria-hidden />}
            disabled={!canVerify}
            loading={verify.isPending}
            aria-label={t('checkNamed', { host })}
            onClick={() => verify.mutate({ host })}
          >
            {t('check')}
          </Button>
        )}
        {children}
      </Group>
    </>
  )
}

function Copy({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation('domains')

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      notify.success(t('copied'))
    } catch (error) {
      notify.failure(error)
    }
  }

  return (
    <ActionIcon
      variant="default"
      size="input-xs"
      aria-label={label}
      title={label}
      onClick={() => void copy()}
    >
      <IconCopy size={16} aria-hidden />
    </ActionIcon>
  )
}
