import { ActionIcon, Tooltip } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PaymentAccount } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import classes from './BankDetails.module.css'

/** The numbers that a payer types at the bank, each with a button that copies it. */
export function BankDetails({ account }: { account: PaymentAccount }) {
  const { t } = useTranslation('bank-details')
  return (
    <dl className={classes.bank}>
      <Line label={t('pix')} text={account.pix_key} />
      <Line label={t('bank')} text={account.bank_name} />
      <Line label={t('agency')} text={account.agency} />
      <Line label={t('account')} text={account.account} />
      <Line label="IBAN" text={account.iban} />
      <Line label="SWIFT (BIC)" text={account.swift} />
      <Line label={t('holder')} text={account.holder} />
      <Line label={t('document')} text={account.document} />
    </dl>
  )
}

function Line({ label, text }: { label: string; text: string | null }) {
  const { t } = useTranslation('bank-details')
  if (!text) return null
  async function copy(value: string) {
    try {
      await navigator.clipboard.writeText(value)
      notify.success(t('copied', { what: label }))
    } catch {
      notify.error(t('copyFailed', { text: value }))
    }
  }
  return (
    <div className={classes.line}>
      <dt>{label}</dt>
      <dd>
        {text}
        <Tooltip label={t('copy', { what: label })}>
          <ActionIcon
            variant="subtle"
            aria-label={t('copy', { what: label })}
            onClick={() => void copy(text)}
          >
            <IconCopy size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </dd>
    </div>
  )
}
