import { Modal, Skeleton, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { claimApprove, claimShow, useClaimList } from '@/api/generated/endpoints/finance/finance'
import type { Claim } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import classes from '@/shared/claims/Claims.module.css'
import { type Bound, grantableOf, isAbove } from '@/shared/claims/claimable'
import { refreshClaims } from '@/shared/claims/refresh'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { MoneyField } from '@/ui/fields/MoneyField'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import { useFormat } from '@/ui/format'

type ApproveClaimProps = { claim: Claim } & DialogState<Claim>

/** Approves a claim, or a part of what was asked for. The list of the claims of its shipment says how much is left. */
export default function ApproveClaim({ opened, ...props }: ApproveClaimProps) {
  const { t } = useTranslation(['claims', 'common'])
  const asked = { query: { enabled: opened }, request: { quiet: true } }
  const claims = useClaimList({ shipment_id: props.claim.shipment_id, per_page: 1 }, asked)
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={props.onClose}
      size="lg"
      title={t('approve.title', { number: props.claim.number })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={classes.form}>
        {claims.isLoading ? (
          <Skeleton h={300} />
        ) : (
          <ApproveForm {...props} bound={grantableOf(props.claim, claims.data?.meta.bound)} />
        )}
      </div>
    </Modal>
  )
}

type ApproveValues = { decided_amount: string | null; note: string | null; version: number }

const initialOf = ({ version }: Claim, { amount }: Bound): ApproveValues => ({
  decided_amount: amount,
  note: null,
  version,
})

type ApproveFormProps = Omit<ApproveClaimProps, 'opened'> & { bound: Bound }

function ApproveForm({ claim, bound, onClose, onChanged }: ApproveFormProps) {
  const { t } = useTranslation('claims')
  const { required } = useRules()
  const format = useFormat()
  const client = useQueryClient()
  const { id, currency } = claim
  const most = { amount: format.money(bound.amount, currency) }
  const limit = (decided: string | null) => (isAbove(decided, bound) ? t(`above.${bound.of}`, most) : null)
  const model = useResourceForm<ApproveValues, Claim>({
    name: `claim-approval-${id}`,
    initial: initialOf(claim, bound),
    validate: { decided_amount: (decided) => required(decided) ?? limit(decided) },
    submit: async ({ decided_amount, note, version }) =>
      // The form is not sent without an amount.
      (await claimApprove(id, { decided_amount: decided_amount ?? '', note: note?.trim() || null, version }))
        .data,
    newest: async () => initialOf((await claimShow(id)).data, bound),
    onSaved(saved) {
      refreshClaims(client, saved)
      onChanged?.(saved)
      notify.success(t('approve.done', { number: saved.number }))
      onClose()
    },
  })
  const { at, set, text, values } = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t('action.approve')} onCancel={cancel}>
      <FormSection title={t('approve.decision')} text={t('approve.text')}>
        <MoneyField
          {...at('decided_amount')}
          {...HALF}
          label={t('field.decided')}
          description={t(`bound.${bound.of}`, most)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          withAsterisk
          currency={currency}
          value={values.decided_amount}
          onChange={(decided) => set('decided_amount', decided)}
        />
        <Textarea
          {...text('note')}
          label={t('field.note')}
          description={t('approve.note')}
          autosize
          minRows={3}
          maxLength={1000}
        />
      </FormSection>
    </ResourceForm>
  )
}
