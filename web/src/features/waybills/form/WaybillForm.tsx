import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { codeText } from '@/api/errors'
import {
  invalidateMawbRangeList,
  mawbCreate,
  mawbUpdate,
  useMawbShow,
} from '@/api/generated/endpoints/consolidation/consolidation'
import { freshly } from '@/api/record-query'
import type { Waybill } from '@/api/schema'
import { useChoices } from '@/api/useChoices'
import { RecordForm } from '@/blocks/RecordForm'
import { paths } from '@/context/paths'
import { SubsidiaryChoice } from '@/shared/choices/RecordChoice'
import { notify } from '@/ui/dialogs/notify'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useFormat } from '@/ui/format'
import { AirlineChoice } from '../AirlineChoice'
import { refreshWaybills } from '../refresh'
import { useWhyClosed } from '../useWhyClosed'
import { AmountSections } from './AmountSections'
import { CargoSection } from './CargoSection'
import { checkWaybill } from './check'
import { PaperSection } from './PaperSection'
import { AgentSection, PartySection } from './PartySection'
import { RouteSections } from './RouteSections'
import { emptyWaybill, fieldsOf, newInputOf, valuesOf, type WaybillValues } from './values'

/** Makes a waybill with its number, or changes the one of this id while it is a draft or booked. */
export function WaybillForm({ id }: { id?: string }) {
  const { t } = useTranslation(['waybills', 'common'])
  const { preferences } = useFormat()
  const zone = preferences.timeZone
  const texts = { required: t('common:validation.required'), notADay: codeText('not_a_date', {}, '') }

  async function create(values: WaybillValues) {
    const created = await mawbCreate(newInputOf(values, zone))
    const { few_numbers_left, number } = created.data
    if (few_numbers_left !== null) notify.warning(t('fewLeft', { number, count: few_numbers_left }))
    return created
  }

  return (
    <RecordForm<Waybill, WaybillValues>
      name="mawb"
      id={id}
      result={useMawbShow(id ?? '', freshly(id))}
      lookups={[useChoices()]}
      title={id ? t('one') : t('create')}
      text={t('createText')}
      nameOf={({ number }) => `${t('one')} ${number}`}
      empty={emptyWaybill}
      valuesOf={(waybill) => valuesOf(waybill, zone)}
      whyClosed={useWhyClosed()}
      validate={(values) => checkWaybill(values, id ? 'edit' : 'new', texts)}
      save={(values, kept) =>
        kept ? mawbUpdate(kept.id, { ...fieldsOf(values, zone), version: kept.version }) : create(values)
      }
      refresh={(client, saved) => {
        refreshWaybills(client, saved)
        if (!id) void invalidateMawbRangeList(client)
      }}
      leaveTo={(saved) => {
        const shown = saved?.id ?? id
        return shown ? paths['mawbs.show']({ id: shown }) : paths['mawbs.index']()
      }}
    >
      {(fields) => (
        <>
          {!id && <NumberSection fields={fields} />}
          <WaybillSections fields={fields} />
        </>
      )}
    </RecordForm>
  )
}

type SectionsProps = { fields: TiedFields<WaybillValues>; keepsRoute?: boolean }

/** The sections of every form of a waybill. */
export function WaybillSections({ fields, keepsRoute = false }: SectionsProps) {
  return (
    <>
      <RouteSections fields={fields} keepsRoute={keepsRoute} />
      <PartySection fields={fields} party="shipper" />
      <PartySection fields={fields} party="consignee" />
      <CargoSection fields={fields} />
      <AmountSections fields={fields} />
      <AgentSection fields={fields} />
      <PaperSection fields={fields} />
    </>
  )
}

/** The airline, and its number: the next one, or one of an agent or the airline. */
function NumberSection({ fields }: { fields: TiedFields<WaybillValues> }) {
  const { t } = useTranslation('waybills')
  return (
    <FormSection title={t('section.number')} text={t('numberText')}>
      <AirlineChoice {...fields.choice('provider_id')} label={t('field.airline')} withAsterisk />
      <TextInput
        {...fields.text('number')}
        {...HALF}
        label={t('field.number')}
        description={t('numberHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder="020-12345675"
        maxLength={30}
        autoComplete="off"
        inputMode="numeric"
      />
      <div data-width="half">
        <SubsidiaryChoice {...fields.choice('subsidiary_id')} label={t('field.subsidiary')} />
      </div>
    </FormSection>
  )
}
