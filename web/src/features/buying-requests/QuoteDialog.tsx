import { Modal, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { buyingRequestQuote } from '@/api/generated/endpoints/stock/stock'
import type { BuyingRequest } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { useSite } from '@/context/site'
import { CurrencyChoice } from '@/shared/choices/CurrencyChoice'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { DayField } from '@/ui/fields/DayField'
import { MoneyField } from '@/ui/fields/MoneyField'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import classes from './BuyingRequests.module.css'
import { refreshBuyingRequests } from './refresh'

type QuoteDialogProps = { request: BuyingRequest } & DialogState<BuyingRequest>

/** Says what goods cost, and until when. */
export default function QuoteDialog({ request, opened, onClose, onChanged }: QuoteDialogProps) {
  const { t } = useTranslation(['buying-requests', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      size="lg"
      title={t('quote.title', { number: request.number })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={classes.form}>
        <QuoteForm request={request} onClose={onClose} {...(onChanged && { onChanged })} />
      </div>
    </Modal>
  )
}

type QuoteValues = {
  currency: string | null
  goods_amount: string | null
  shipping_amount: string | null
  fee_amount: string | null
  quote_until: string | null
  quote_note: string | null
}

function QuoteForm({ request, onClose, onChanged }: Omit<QuoteDialogProps, 'opened'>) {
  const { t } = useTranslation('buying-requests')
  const { required } = useRules()
  const { config } = useSite()
  const client = useQueryClient()
  const { id, version } = request
  const model = useResourceForm<QuoteValues, BuyingRequest>({
    name: `buying-quote-${id}`,
    initial: {
      currency: request.currency ?? config.currency,
      goods_amount: request.goods_amount,
      shipping_amount: request.shipping_amount,
      fee_amount: request.fee_amount,
      quote_until: request.quote_until,
      quote_note: request.quote_note,
    },
    validate: { currency: required, goods_amount: required, quote_until: required },
    submit: async ({ currency, goods_amount, shipping_amount, fee_amount, quote_until, quote_note }) =>
      (
        await buyingRequestQuote(id, {
          currency: currency ?? '',
          goods_amount: goods_amount ?? '0',
          shipping_amount: shipping_amount ?? '0',
          fee_amount: fee_amount ?? '0',
          quote_until: quote_until ?? '',
          quote_note,
          version,
        })
      ).data,
    onSaved(saved) {
      refreshBuyingRequests(client, saved)
      onChanged?.(saved)
      notify.success(t('quote.done'))
      onClose()
    },
  })
  const { values, set, at, text, input } = useTiedFields(model.form)
  const ofCurrency = values.currency ? { currency: values.currency } : {}

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t('action.quote')} onCancel={cancel}>
      <FormSection title={request.title} text={t('quote.text')}>
        <CurrencyChoice
          {...at('currency')}
          {...HALF}
          label={t('field.currency')}
          withAsterisk
          value={values.currency}
          onChange={(currency) => set('currency', currency)}
        />
        {(['goods_amount', 'shipping_amount', 'fee_amount'] as const).map((name) => (
          <MoneyField
            key={name}
            {...at(name)}
            {...HALF}
            {...ofCurrency}
            label={t(`field.${name}`)}
            withAsterisk={name === 'goods_amount'}
            value={values[name]}
            onChange={(amount) => set(name, amount)}
          />
        ))}
        <DayField {...input('quote_until')} {...HALF} label={t('field.quote_until')} withAsterisk />
        <Textarea
          {...text('quote_note')}
          label={t('field.quote_note')}
          autosize
          minRows={2}
          maxLength={500}
        />
      </FormSection>
    </ResourceForm>
  )
}
