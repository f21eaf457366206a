import { Modal, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { buyingRequestBuy } from '@/api/generated/endpoints/stock/stock'
import type { BuyingRequest } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import classes from './BuyingRequests.module.css'
import { refreshBuyingRequests } from './refresh'

type BuyDialogProps = { request: BuyingRequest } & DialogState<BuyingRequest>

/** Records that goods were bought. */
export default function BuyDialog({ request, opened, onClose, onChanged }: BuyDialogProps) {
  const { t } = useTranslation(['buying-requests', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      size="lg"
      title={t('buy.title', { number: request.number })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={classes.form}>
        <BuyForm request={request} onClose={onClose} {...(onChanged && { onChanged })} />
      </div>
    </Modal>
  )
}

type OrderValues = { order_number: string | null; tracking_code: string | null }

function BuyForm({ request, onClose, onChanged }: Omit<BuyDialogProps, 'opened'>) {
  const { t } = useTranslation('buying-requests')
  const client = useQueryClient()
  const { id, version } = request
  const model = useResourceForm<OrderValues, BuyingRequest>({
    name: `buying-order-${id}`,
    initial: { order_number: null, tracking_code: null },
    submit: async (values) => (await buyingRequestBuy(id, { ...values, version })).data,
    onSaved(saved) {
      refreshBuyingRequests(client, saved)
      onChanged?.(saved)
      notify.success(t('buy.done'))
      onClose()
    },
  })
  const { text } = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t('action.buy')} onCancel={cancel}>
      <FormSection title={request.title} text={t('buy.text')}>
        <TextInput {...text('order_number')} {...HALF} label={t('field.order_number')} maxLength={80} />
        <TextInput {...text('tracking_code')} {...HALF} label={t('field.tracking_code')} maxLength={80} />
      </FormSection>
    </ResourceForm>
  )
}
