import { Checkbox, Loader, Stack, Text, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { codeText } from '@/api/errors'
import {
  mawbAmend,
  useMawbContentList,
  useMawbShow,
} from '@/api/generated/endpoints/consolidation/consolidation'
import { freshly, PAGED } from '@/api/record-query'
import { useChoices } from '@/api/useChoices'
import { RecordForm } from '@/blocks/RecordForm'
import { paths } from '@/context/paths'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { FormSection } from '@/ui/form/ResourceForm'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { PartPages, usePartPages } from '@/ui/table/PartPages'
import { refreshWaybills } from '../refresh'
import { checkWaybill } from './check'
import { emptyWaybill, fieldsOf, valuesOf, type WaybillValues } from './values'
import { WaybillSections } from './WaybillForm'

const PER_PAGE = 50

/** A further document of an issued waybill, with its reason; the earlier ones stay. */
export function AmendForm({ id }: { id: string }) {
  const { t } = useTranslation(['waybills', 'common'])
  const { preferences } = useFormat()
  const zone = preferences.timeZone
  const texts = { required: t('common:validation.required'), notADay: codeText('not_a_date', {}, '') }
  return (
    <RecordForm
      name="mawb-amend"
      id={id}
      result={useMawbShow(id, freshly(id))}
      // What came later would move the sections below it.
      lookups={[useChoices(), useMawbContentList(id, { page: 1, per_page: PER_PAGE }, PAGED)]}
      title={t('amend.title')}
      nameOf={({ number }) => t('amend.titleOf', { number })}
      isOpen={({ can }) => can.amend}
      empty={emptyWaybill}
      valuesOf={(waybill) => valuesOf(waybill, zone)}
      validate={(values) => checkWaybill(values, 'amend', texts)}
      save={(values, kept) => {
        const { reason, removed_content_ids } = values
        const version = kept?.version ?? 0
        return mawbAmend(id, {
          ...fieldsOf(values, zone),
          reason: reason ?? '',
          removed_content_ids,
          version,
        })
      }}
      submitLabel={t('action.amend')}
      savedText={t('amend.done')}
      refresh={refreshWaybills}
      leaveTo={() => paths['mawbs.show']({ id })}
    >
      {(fields) => (
        <>
          <FormSection title={t('amend.why')} text={t('amend.text')}>
            <Textarea
              {...fields.text('reason')}
              label={t('field.reason')}
              withAsterisk
              autosize
              minRows={2}
              maxLength={500}
            />
          </FormSection>
          <NotTaken id={id} fields={fields} />
          <WaybillSections fields={fields} keepsRoute />
        </>
      )}
    </RecordForm>
  )
}

/** Bags and shipments that the airline did not take come off the waybill. */
function NotTaken({ id, fields }: { id: string; fields: TiedFields<WaybillValues> }) {
  const { t } = useTranslation('waybills')
  const format = useFormat()
  const pages = usePartPages(PER_PAGE)
  const result = useMawbContentList(id, pages.params, PAGED)
  const contents = result.data?.data
  const chosen = fields.values.removed_content_ids
  const choose = (content: string, isChosen: boolean) =>
    fields.set(
      'removed_content_ids',
      isChosen ? [...chosen, content] : chosen.filter((one) => one !== content),
    )
  const { error } = fields.at('removed_content_ids')
  return (
    <FormSection title={t('amend.notTaken')} text={t('amend.notTakenText')}>
      {!contents && result.error ? <LoadFailure title={t('contentsFailed')} result={result} /> : null}
      <Stack gap="sm" mih="2.75rem" data-path="removed_content_ids">
        {!contents && !result.error && <Loader aria-label={t('section.contents')} />}
        {contents?.map(({ id: content, code, parcel_count, weight_g }) => (
          <Checkbox
            key={content}
            size="md"
            mih="2.75rem"
            label={[
              code,
              t('pieces', { count: parcel_count, number: format.number(parcel_count) }),
              format.weight(weight_g),
            ].join(' · ')}
            checked={chosen.includes(content)}
            onChange={(event) => choose(content, event.currentTarget.checked)}
          />
        ))}
        {error && (
          <Text size="sm" c="red" role="alert">
            {error}
          </Text>
        )}
      </Stack>
      <PartPages pages={pages} meta={result.data?.meta} />
    </FormSection>
  )
}
