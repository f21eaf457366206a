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
  /** A host of the company that leads here already. */
  target: string | undefined
  /** The domain is in use, and its record is gone. */
  isMissing: boolean
  canVerify: boolean
  /** Other actions for the host. */
  children: ReactNode
}

/** The records to set, and the question whether that of the proof is there. */
export function Proof({ host, proof, target, isMissing, canVerify, children }: ProofProps) {
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
      <DnsRecord type="TXT" name={proof.record_name} value={proof.value} />
      {target && (
        <>
          <Text size="sm">{t('proof.point', { host })}</Text>
          <DnsRecord type="CNAME" name={host} value={target} />
        </>
      )}
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

type DnsRecordProps = { type: 'TXT' | 'CNAME'; name: string; value: string }

function DnsRecord({ type, name, value }: DnsRecordProps) {
  const { t } = useTranslation('domains')
  return (
    <dl className={classes.record}>
      <dt>{t('proof.type')}</dt>
      <dd>
        <code>{type}</code>
      </dd>
      <dt>{t('proof.name')}</dt>
      <dd>
        <code>{name}</code>
        <Copy text={name} label={t('copyName')} />
      </dd>
      <dt>{t('proof.value')}</dt>
      <dd>
        <code>{value}</code>
        <Copy text={value} label={t('copyValue')} />
      </dd>
    </dl>
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
