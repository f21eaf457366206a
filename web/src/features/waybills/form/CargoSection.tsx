import { TagsInput, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DecimalField } from '@/ui/fields/DecimalField'
import { WeightField } from '@/ui/fields/MeasureField'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { WholeField } from '@/ui/fields/WholeField'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { filterByName, renderWithName, useIataCodes } from './iata-codes'
import type { WaybillValues } from './values'

const MOST_CODES = 9
/** As it stands on most waybills, whatever the language of the page. */
const USUAL_GOODS = 'CONSOLIDATION AS PER ATTACHED LIST'

/** The goods. Pieces and weights are counted, unless somebody types them. */
export function CargoSection({ fields }: { fields: TiedFields<WaybillValues> }) {
  const { t } = useTranslation('waybills')
  const { values, errors, set, at, text } = fields
  const known = useIataCodes('handling')
  const codes = Object.keys(errors).find((path) => /^handling_codes(\.|$)/.test(path))
  return (
    <FormSection title={t('section.cargo')} text={t('cargoText')}>
      <Textarea
        {...text('goods')}
        label={t('field.goods')}
        placeholder={USUAL_GOODS}
        autosize
        minRows={2}
        maxLength={500}
      />
      <WholeField
        {...at('pieces')}
        {...HALF}
        label={t('field.pieces')}
        placeholder={t('counted')}
        max={9_999_999}
        value={values.pieces}
        onChange={(pieces) => set('pieces', pieces)}
      />
      <WeightField
        {...at('gross_g')}
        {...HALF}
        label={t('field.gross')}
        placeholder={t('counted')}
        value={values.gross_g}
        onChange={(weight) => set('gross_g', weight)}
      />
      <DecimalField
        {...at('volume_cm3')}
        {...HALF}
        label={t('field.volume')}
        unit="m³"
        value={values.volume}
        onChange={(volume) => set('volume', volume)}
      />
      <WeightField
        {...at('chargeable_g')}
        {...HALF}
        label={t('field.chargeable')}
        placeholder={t('reckoned')}
        value={values.chargeable_g}
        onChange={(weight) => set('chargeable_g', weight)}
      />
      <TagsInput
        {...HALF}
        data-path={codes ?? 'handling_codes'}
        error={codes && errors[codes]}
        label={t('field.handling_codes')}
        description={t('codesText')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder={values.handling_codes.length === 0 ? 'EAP' : undefined}
        maxTags={MOST_CODES}
        splitChars={[',', ' ', ';']}
        data={Object.keys(known)}
        filter={filterByName(known)}
        renderOption={renderWithName(known)}
        value={values.handling_codes}
        onChange={(next) =>
          set(
            'handling_codes',
            next.map((code) => code.trim().toUpperCase()),
          )
        }
      />
      <Textarea
        {...text('handling_note')}
        {...HALF}
        label={t('field.handling_note')}
        autosize
        minRows={1}
        maxLength={500}
      />
    </FormSection>
  )
}
