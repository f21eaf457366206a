import { Select, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  manifestCreate,
  manifestUpdate,
  useManifestShow,
} from '@/api/generated/endpoints/consolidation/consolidation'
import { freshly } from '@/api/record-query'
import { manifestKindValues } from '@/api/schema'
import { RecordForm } from '@/blocks/RecordForm'
import { paths } from '@/context/paths'
import { PartnerChoice, ProviderChoice } from '@/shared/choices/RecordChoice'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { Contents } from './Contents'
import { refreshManifests } from './refresh'
import { useWhyClosed } from './useWhyClosed'
import { emptyManifest, inputOf, valuesOf } from './values'

type ManifestFormProps = { id?: string; waybillId?: string | undefined }

/** Makes a manifest, of a waybill if one is named, or changes the one of this id. */
export function ManifestForm({ id, waybillId }: ManifestFormProps) {
  const { t } = useTranslation('manifests')
  return (
    <RecordForm
      name="manifest"
      id={id}
      result={useManifestShow(id ?? '', freshly(id))}
      title={id ? t('one') : t('create')}
      text={t('createText')}
      nameOf={({ number }) => `${t('one')} ${number}`}
      empty={() => emptyManifest(waybillId)}
      valuesOf={valuesOf}
      whyClosed={useWhyClosed()}
      validate={{}}
      save={(values, kept) =>
        kept
          ? manifestUpdate(kept.id, { ...inputOf(values), version: kept.version })
          : manifestCreate(inputOf(values))
      }
      refresh={refreshManifests}
      leaveTo={(saved) => {
        const shown = saved?.id ?? id
        return shown ? paths['manifests.show']({ id: shown }) : paths['manifests.index']()
      }}
    >
      {(fields) => {
        const { values, set, at } = fields
        return (
          <>
            <FormSection title={t('section.receiver')}>
              <div data-width="half">
                <PartnerChoice {...fields.choice('partner_id')} label={t('field.partner')} />
              </div>
              <div data-width="half">
                <ProviderChoice {...fields.choice('provider_id')} label={t('field.provider')} />
              </div>
              <Select
                {...at('kind')}
                {...HALF}
                label={t('field.kind')}
                allowDeselect={false}
                data={manifestKindValues.map((value) => ({ value, label: t(`kind.${value}`) }))}
                value={values.kind}
                onChange={(kind) => kind && set('kind', kind)}
              />
            </FormSection>
            <Contents fields={fields} />
            <FormSection title={t('field.note')}>
              <Textarea
                {...fields.text('note')}
                label={t('field.note')}
                autosize
                minRows={2}
                maxLength={500}
              />
            </FormSection>
          </>
        )
      }}
    </RecordForm>
  )
}
