import { Select, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  regulatoryRequestUpdate,
  useRegulatoryRequestShow,
} from '@/api/generated/endpoints/regulatory/regulatory'
import { freshly } from '@/api/record-query'
import { type RegulatoryRequest, regulatoryCategoryValues, regulatoryCouncilValues } from '@/api/schema'
import { RecordButtons } from '@/blocks/RecordButtons'
import { RecordForm } from '@/blocks/RecordForm'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { refreshRegulatory } from '@/shared/regulatory/refresh'
import { regulatoryLook } from '@/shared/regulatory/status'
import { DayField } from '@/ui/fields/DayField'
import { DocumentField } from '@/ui/fields/DocumentField'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { HALF, THIRD } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { StatusBadge } from '@/ui/StatusBadge'
import { useRegulatoryActions } from './actions'
import { Beside } from './Beside'
import { asksFor, NO_VALUES, type RegulatoryValues, valuesOf } from './values'

/** One request: its fields, and beside them its course, documents and history. */
export function RegulatoryRequestPage({ id }: { id: string }) {
  const { t } = useTranslation('regulatory-requests')
  const { t: regulatory } = useTranslation('regulatory')
  return (
    <RecordForm
      name="regulatory_request"
      id={id}
      result={useRegulatoryRequestShow(id, freshly(id))}
      title={t('show')}
      nameOf={({ shipment }) => shipment.tracking_code}
      aside={({ anvisa_solicita_status: status }) => (
        <StatusBadge status={regulatoryLook(status, regulatory)} />
      )}
      action={(request, onChanged) => <Steps request={request} onChanged={onChanged} />}
      beside={(request) => <Beside request={request} />}
      empty={() => NO_VALUES}
      valuesOf={valuesOf}
      validate={{}}
      save={({ version, ...values }, kept) =>
        regulatoryRequestUpdate(id, { ...values, version: kept?.version ?? version ?? 0 })
      }
      refresh={refreshRegulatory}
      submitLabel={t('save')}
      leaveTo={() => paths['regulatory_requests.show']({ id })}
    >
      {(fields) => (
        <>
          <FormSection title={t('section.goods')} text={t('section.goodsText')}>
            <Goods fields={fields} />
          </FormSection>
          <FormSection title={t('section.patient')} text={t('section.patientText')}>
            <Patient fields={fields} />
          </FormSection>
          {asksFor('prescription', fields.values) && (
            <FormSection title={t('section.prescription')} text={t('section.prescriptionText')}>
              <Prescription fields={fields} />
            </FormSection>
          )}
        </>
      )}
    </RecordForm>
  )
}

type StepsProps = { request: RegulatoryRequest; onChanged(saved: RegulatoryRequest): void }

/** The steps that are possible now: the next one as a button, the others in a menu. */
function Steps({ request, onChanged }: StepsProps) {
  const { can } = useProfile()
  const actions = useRegulatoryActions(onChanged)
  if (!can['regulatory_request.change_status']) return null
  return (
    <>
      <RecordButtons actions={actions} record={request} offeredAs={request.shipment.tracking_code} />
      {actions.dialog}
    </>
  )
}

type SectionProps = { fields: TiedFields<RegulatoryValues> }

function Goods({ fields: { values, text, choice } }: SectionProps) {
  const { t } = useTranslation('regulatory-requests')
  return (
    <>
      <Select
        {...choice('category')}
        {...HALF}
        label={t('field.category')}
        clearable
        data={regulatoryCategoryValues.map((value) => ({ value, label: t(`category.${value}`) }))}
      />
      <TextInput
        {...text('subject_code')}
        {...HALF}
        label={t('field.subject_code')}
        inputMode="numeric"
        maxLength={5}
      />
      <TextInput {...text('product')} label={t('field.product')} maxLength={200} />
      <TextInput {...text('quantity')} {...HALF} label={t('field.quantity')} maxLength={60} />
      {asksFor('prescription', values) && (
        <Textarea {...text('posology')} label={t('field.posology')} maxLength={500} rows={2} />
      )}
    </>
  )
}

function Patient({ fields: { values, text, input } }: SectionProps) {
  const { t } = useTranslation('regulatory-requests')
  return (
    <>
      <TextInput {...text('patient')} {...HALF} label={t('field.patient')} maxLength={120} />
      <DocumentField {...input('cpf')} {...HALF} kind="cpf" label="CPF" maxLength={14} />
      {asksFor('authorization', values) && (
        <>
          <TextInput
            {...text('authorization_no')}
            {...HALF}
            label={t('field.authorization_no')}
            maxLength={60}
          />
          <DayField
            {...input('authorization_valid_to')}
            {...HALF}
            label={t('field.authorization_valid_to')}
          />
        </>
      )}
    </>
  )
}

function Prescription({ fields: { text, input, choice } }: SectionProps) {
  const { t } = useTranslation('regulatory-requests')
  return (
    <>
      <TextInput {...text('prescriber')} {...HALF} label={t('field.prescriber')} maxLength={120} />
      <DayField {...input('prescription_date')} {...HALF} label={t('field.prescription_date')} />
      <Select
        {...choice('council')}
        {...THIRD}
        label={t('field.council')}
        clearable
        data={[...regulatoryCouncilValues]}
      />
      <TextInput {...text('council_state')} {...THIRD} label={t('field.council_state')} maxLength={2} />
      <TextInput {...text('council_number')} {...THIRD} label={t('field.council_number')} maxLength={20} />
    </>
  )
}
