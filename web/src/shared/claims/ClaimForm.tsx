import { Select, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { claimCreate, claimShow, claimUpdate } from '@/api/generated/endpoints/finance/finance'
import { type Claim, type ClaimKind, claimKindValues } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { MoneyField } from '@/ui/fields/MoneyField'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import { useFormat } from '@/ui/format'
import classes from './Claims.module.css'
import { type Bound, isAbove } from './claimable'
import { refreshClaims } from './refresh'

type ClaimFormProps = {
  /** Its id. */
  shipment: string
  /** One that is changed; without it, a new one is opened. */
  claim?: Claim
  bound: Bound | undefined
  onClose(): void
  onChanged?(saved: Claim): void
}

type ClaimValues = {
  kind: ClaimKind | null
  claimed_amount: string | null
  description: string | null
  version: number
}

const valuesOf = (claim: Claim | undefined): ClaimValues => ({
  kind: claim?.kind ?? null,
  claimed_amount: claim?.claimed_amount ?? null,
  description: claim?.description ?? null,
  version: claim?.version ?? 0,
})

/** The fields without which the form is not sent. */
const inputOf = ({ kind, claimed_amount, description }: ClaimValues) => ({
  kind: kind ?? 'lost',
  claimed_amount: claimed_amount ?? '',
  description: description?.trim() ?? '',
})

function useClaimForm({ shipment, claim, bound, onClose, onChanged }: ClaimFormProps) {
  const { t } = useTranslation('claims')
  const { required } = useRules()
  const format = useFormat()
  const client = useQueryClient()
  const limit = (amount: string | null) =>
    bound && isAbove(amount, bound)
      ? t(`above.${bound.of}`, { amount: format.money(bound.amount, bound.currency) })
      : null
  return useResourceForm<ClaimValues, Claim>({
    name: claim ? `claim-${claim.id}` : `claim-of-${shipment}`,
    initial: valuesOf(claim),
    validate: {
      kind: required,
      claimed_amount: (amount) => required(amount) ?? limit(amount),
      description: (text) => required(text?.trim()),
    },
    submit: async (values) => {
      const input = inputOf(values)
      if (!claim) return (await claimCreate({ ...input, shipment_id: shipment })).data
      return (await claimUpdate(claim.id, { ...input, version: values.version })).data
    },
    newest: claim && (async () => valuesOf((await claimShow(claim.id)).data)),
    onSaved(saved) {
      refreshClaims(client, saved)
      onChanged?.(saved)
      notify.success(t(claim ? 'change.done' : 'create.done', { number: saved.number }))
      onClose()
    },
  })
}

/** A claim in words, and how much is asked for it. The limit stands at the amount before anybody is refused. */
export function ClaimForm(props: ClaimFormProps) {
  const { claim, bound, onClose } = props
  const { t } = useTranslation('claims')
  const format = useFormat()
  const model = useClaimForm(props)
  const { choice, at, set, text, values } = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <div className={classes.form}>
      <ResourceForm model={model} submitLabel={t(claim ? 'change.send' : 'create.send')} onCancel={cancel}>
        <FormSection title={t('form.title')} text={t('form.text')}>
          <Select
            {...choice('kind')}
            {...HALF}
            label={t('field.kind')}
            withAsterisk
            data={claimKindValues.map((value) => ({ value, label: t(`kind.${value}`) }))}
          />
          <MoneyField
            {...at('claimed_amount')}
            {...HALF}
            label={t('field.claimed')}
            description={
              bound && t(`bound.${bound.of}`, { amount: format.money(bound.amount, bound.currency) })
            }
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            withAsterisk
            currency={bound?.currency ?? claim?.currency}
            value={values.claimed_amount}
            onChange={(amount) => set('claimed_amount', amount)}
          />
          <Textarea
            {...text('description')}
            label={t('field.description')}
            description={t('form.description')}
            withAsterisk
            autosize
            minRows={4}
            maxRows={12}
            maxLength={2000}
          />
        </FormSection>
      </ResourceForm>
    </div>
  )
}
