import { Select, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { deliveryHandOver } from '@/api/generated/endpoints/deliveries/deliveries'
import { type Delivery, type DeliveryDetails, type ReceiverKind, receiverKindValues } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { refreshDeliveries } from '@/shared/deliveries/refresh'
import { ActionDialog, type DialogFields } from '@/ui/dialogs/ActionDialog'
import { notify } from '@/ui/dialogs/notify'
import { MoneyField } from '@/ui/fields/MoneyField'
import { useFormat } from '@/ui/format'
import { ProofFields } from './ProofFields'
import { type ProofFile, sendProof } from './proof-files'

type HandOverDialogProps = DialogState<DeliveryDetails> & { delivery: Delivery }

type HandOverValues = {
  name: string
  relationship: ReceiverKind
  document_number: string
  pin: string
  /** Null until it is said. */
  cash: string | null
  files: ProofFile[]
  proof_impossible: string
  note: string
}

const EMPTY: HandOverValues = {
  name: '',
  relationship: 'self',
  document_number: '',
  pin: '',
  cash: null,
  files: [],
  proof_impossible: '',
  note: '',
}

/** Who fetches the parcels at the counter, and the proof of it. */
export default function HandOverDialog({ delivery, opened, onClose, onChanged }: HandOverDialogProps) {
  const { t } = useTranslation(['deliveries', 'common'])
  const client = useQueryClient()
  const { id, number, version, cod_currency } = delivery
  const required = t('common:validation.required')
  const textOf = (text: string) => text.trim() || null
  return (
    <ActionDialog<HandOverValues, DeliveryDetails>
      opened={opened}
      onClose={onClose}
      title={t('handOver.title', { number })}
      action={t('action.hand_over')}
      initial={EMPTY}
      check={({ name, cash }) => ({
        ...(!name.trim() && { name: required }),
        ...(cod_currency && cash === null && { cash: required }),
      })}
      send={async ({ files, cash, relationship, ...texts }) => {
        const form = {
          name: texts.name.trim(),
          relationship,
          document_number: textOf(texts.document_number),
          pin: textOf(texts.pin),
          note: textOf(texts.note),
          proof_impossible: textOf(texts.proof_impossible),
          cash: cod_currency ? cash : null,
          files: await sendProof(id, files),
          version,
        }
        return (await deliveryHandOver(id, form)).data
      }}
      onDone={(saved) => {
        refreshDeliveries(client, saved)
        onChanged?.(saved)
        notify.success(t('handOver.done'))
      }}
    >
      {(fields) => (
        <>
          <Receiver fields={fields} delivery={delivery} />
          <ProofFields
            files={fields.values.files}
            onFiles={(files) => fields.set('files', files)}
            error={fields.problem('files')}
            isSigned
          />
          {delivery.proof.length > 0 && (
            <TextInput
              label={t('handOver.impossible')}
              description={t('handOver.impossibleText')}
              maxLength={500}
              value={fields.values.proof_impossible}
              error={fields.problem('proof_impossible')}
              onChange={(event) => fields.set('proof_impossible', event.currentTarget.value)}
            />
          )}
          <Textarea
            label={t('note')}
            maxLength={1000}
            rows={2}
            value={fields.values.note}
            error={fields.problem('note')}
            onChange={(event) => fields.set('note', event.currentTarget.value)}
          />
        </>
      )}
    </ActionDialog>
  )
}

type ReceiverProps = { fields: DialogFields<HandOverValues>; delivery: Delivery }

function Receiver({ fields: { values, set, problem }, delivery }: ReceiverProps) {
  const { t } = useTranslation('deliveries')
  const format = useFormat()
  const { proof, cod_due, cod_currency } = delivery
  return (
    <>
      <TextInput
        label={t('field.received_by')}
        withAsterisk
        data-autofocus
        maxLength={200}
        autoComplete="off"
        value={values.name}
        error={problem('name')}
        onChange={(event) => set('name', event.currentTarget.value)}
      />
      <Select
        label={t('handOver.relationship')}
        allowDeselect={false}
        data={receiverKindValues.map((value) => ({ value, label: t(`receiver.${value}`) }))}
        value={values.relationship}
        onChange={(value) => set('relationship', (value ?? 'self') as ReceiverKind)}
      />
      <TextInput
        label={t('handOver.document')}
        withAsterisk={proof.includes('document')}
        maxLength={60}
        autoComplete="off"
        value={values.document_number}
        error={problem('document_number')}
        onChange={(event) => set('document_number', event.currentTarget.value)}
      />
      {proof.includes('pin') && (
        <TextInput
          label={t('proof.pin')}
          withAsterisk
          inputMode="numeric"
          maxLength={12}
          autoComplete="off"
          value={values.pin}
          error={problem('pin')}
          onChange={(event) => set('pin', event.currentTarget.value)}
        />
      )}
      {cod_due && cod_currency && (
        <MoneyField
          label={t('handOver.cash')}
          description={t('handOver.cashText', { amount: format.money(cod_due, cod_currency) })}
          withAsterisk
          currency={cod_currency}
          value={values.cash}
          error={problem('cash')}
          onChange={(cash) => set('cash', cash)}
        />
      )}
    </>
  )
}
