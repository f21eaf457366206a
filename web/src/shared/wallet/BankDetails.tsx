import { ActionIcon, Button, Text, Tooltip } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PaymentAccount } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { QrCode } from '@/ui/QrCode'
import classes from './BankDetails.module.css'

/** COMPE numbers of Brazilian banks. A payer there types the number of the bank, not its name. */
const COMPE = /^\d{3}$/

/** The numbers that a payer types at the bank, each with a button that copies it, and what its app reads instead. */
export function BankDetails({ account }: { account: PaymentAccount }) {
  const { t } = useTranslation('bank-details')
  const { bank_code, bank_name, account_type, code } = account
  const bank = bank_code && COMPE.test(bank_code) ? `${bank_code} ${bank_name}` : bank_name
  return (
    <>
      {code && <PaymentCode code={code} />}
      <dl className={classes.bank}>
        <Line label={t('pix')} text={account.pix_key} />
        <Line label={t('holder')} text={account.holder} />
        <Line label={t('document')} text={account.document} />
        <Line label={t('bank')} text={bank} />
        <Line label={t('routing')} text={account.routing_number} />
        <Line label={t('agency')} text={account.agency} />
        <Line label={t('account')} text={account.account} />
        <Line label={t('accountType')} text={account_type && t(`type.${account_type}`)} />
        <Line label="IBAN" text={account.iban} />
        <Line label="SWIFT (BIC)" text={account.swift} />
        <Line label={t('reference')} text={account.reference} />
      </dl>
    </>
  )
}

/** For the camera of a phone; on the phone itself, Pix is pasted. */
function PaymentCode({ code: { kind, text, qr } }: { code: NonNullable<PaymentAccount['code']> }) {
  const { t } = useTranslation('bank-details')
  const copy = useCopy()
  return (
    <section className={classes.code} aria-label={t(`code.${kind}`)}>
      <QrCode code={qr} label={t('code.qr')} />
      <div>
        <h3 className={classes.codeTitle}>{t(`code.${kind}`)}</h3>
        <Text size="sm">{t(`code.${kind}Text`)}</Text>
        {kind === 'pix' && (
          <Button
            mt="sm"
            variant="default"
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => void copy(t('code.pix'), text)}
          >
            {t('code.pixCopy')}
          </Button>
        )}
      </div>
    </section>
  )
}

function useCopy() {
  const { t } = useTranslation('bank-details')
  return async (what: string, text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      notify.success(t('copied', { what }))
    } catch {
      notify.error(t('copyFailed', { text }))
    }
  }
}

function Line({ label, text }: { label: string; text: string | null }) {
  const { t } = useTranslation('bank-details')
  const copy = useCopy()
  if (!text) return null
  return (
    <div className={classes.line}>
      <dt>{label}</dt>
      <dd>
        {text}
        <Tooltip label={t('copy', { what: label })}>
          <ActionIcon
            variant="subtle"
            aria-label={t('copy', { what: label })}
            onClick={() => void copy(label, text)}
          >
            <IconCopy size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </dd>
    </div>
  )
}
