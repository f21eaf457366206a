import { Alert, Checkbox, Skeleton, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { InvoiceCharge } from '@/api/schema'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { sumsOf } from '@/ui/sums'
import { useItemText } from '../useItemText'
import classes from './Draft.module.css'
import { useProposal } from './useProposal'
import type { DraftValues } from './values'

type ChargesProps = { fields: TiedFields<DraftValues>; draft: string | undefined }

/** The shipments with charges that no invoice has, each with a box; those of the draft stay in it. */
export function Charges({ fields, draft }: ChargesProps) {
  const { t } = useTranslation('invoice-new')
  const format = useFormat()
  const { values, errors, set } = fields
  const result = useProposal(values, draft)
  const proposal = result.data?.data
  if (!proposal && result.error) return <LoadFailure title={t('charges.failed')} result={result} />
  if (!proposal) return <Skeleton h={160} radius="md" />
  const { charges, sums } = proposal
  const chosen = values.shipment_ids
  const ids = [...new Set(charges.map(({ shipment_id }) => shipment_id))]
  const isAll = ids.length > 0 && ids.every((id) => chosen.includes(id))
  const total = sums.reduce((sum, { count }) => sum + count, 0)
  if (charges.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('charges.noneHere', { currency: values.currency })}
      </Text>
    )
  return (
    <div className={classes.charges} data-path="shipment_ids">
      {errors.shipment_ids && <Alert color="red">{errors.shipment_ids}</Alert>}
      <Checkbox
        label={t('charges.all')}
        checked={isAll}
        indeterminate={!isAll && chosen.length > 0}
        onChange={() => set('shipment_ids', isAll ? [] : ids)}
      />
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ul role="list" aria-label={t('charges.label')} className={classes.list}>
        {ids.map((id) => (
          <Line
            key={id}
            charges={charges.filter(({ shipment_id }) => shipment_id === id)}
            checked={chosen.includes(id)}
            onToggle={(on) => set('shipment_ids', on ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
        ))}
      </ul>
      {total > charges.length && (
        <Text size="sm" c="dimmed">
          {t('charges.more', { number: format.number(charges.length) })}
        </Text>
      )}
    </div>
  )
}

type LineProps = { charges: InvoiceCharge[]; checked: boolean; onToggle(on: boolean): void }

/** A shipment with all its charges: its price, and what changed it later. */
function Line({ charges, checked, onToggle }: LineProps) {
  const { t } = useTranslation('invoice-new')
  const format = useFormat()
  const textOf = useItemText()
  const [first] = charges
  if (!first) return null
  const { tracking_code, currency, charged_at } = first
  const [tax] = sumsOf(charges.map(({ tax_amount }) => ({ amount: tax_amount, currency })))
  const [total] = sumsOf(amountsOf(charges))
  const taxes = tax && Number(tax.amount) !== 0 && `${t('charges.tax')} ${format.money(tax.amount, currency)}`
  const texts = charges.map(({ details }) => textOf(details))
  return (
    <li className={classes.line}>
      <Checkbox
        checked={checked}
        aria-label={t('charges.one', { code: tracking_code })}
        label={tracking_code}
        description={[...texts, format.date(charged_at), taxes].filter(Boolean).join(' · ')}
        onChange={(event) => onToggle(event.currentTarget.checked)}
      />
      <span className={classes.amount}>{format.money(total?.amount ?? '0', currency)}</span>
    </li>
  )
}

/** The amounts of charges, services and taxes alike. */
export const amountsOf = (charges: InvoiceCharge[]) =>
  charges.flatMap(({ service_amount, tax_amount, currency }) => [
    { amount: service_amount, currency },
    { amount: tax_amount, currency },
  ])
