import { useTranslation } from 'react-i18next'
import { FirstSelect } from '@/ui/fields/FirstSelect'
import { useFormat } from '@/ui/format'
import type { Lookups } from './useLookups'
import type { ParcelRow } from './values'

type Packaging = Lookups['packages'][number]
type Sizes = Pick<ParcelRow, 'length_mm' | 'width_mm' | 'height_mm'>

type Props = { packages: Packaging[]; parcel: ParcelRow; onChange(sizes: Sizes): void }

type Sized = Packaging & { [K in keyof Sizes]: number }

const hasSizes = (one: Packaging): one is Sized =>
  one.length_mm !== null && one.width_mm !== null && one.height_mm !== null

const isOf = (one: Packaging, parcel: ParcelRow) =>
  one.length_mm === parcel.length_mm && one.width_mm === parcel.width_mm && one.height_mm === parcel.height_mm

/** The company's packaging: it fills in the size. A parcel with the size of a packaging is in it. */
export function PackagingField({ packages, parcel, onChange }: Props) {
  const { t } = useTranslation('shipment-form')
  const format = useFormat()
  const offered = packages.filter(hasSizes)
  const chosen = offered.find((one) => isOf(one, parcel))
  if (offered.length === 0) return null
  const isTooHeavy =
    chosen?.max_weight_g && parcel.weight_g !== null && parcel.weight_g > chosen.max_weight_g + chosen.tare_g
  const limits = chosen && [
    chosen.tare_g > 0 && t('packaging.tare', { weight: format.weight(chosen.tare_g) }),
    chosen.max_weight_g && t('packaging.most', { weight: format.weight(chosen.max_weight_g) }),
  ]
  return (
    <FirstSelect
      wrapperProps={{ 'data-wide': true }}
      label={t('field.packaging')}
      placeholder={t('packaging.own')}
      data={offered.map((one) => ({
        value: one.id,
        label: `${one.title} · ${format.sizes(one.length_mm, one.width_mm, one.height_mm)}`,
      }))}
      value={chosen?.id ?? null}
      onChange={(id) => {
        const next = offered.find((one) => one.id === id)
        onChange({
          length_mm: next?.length_mm ?? null,
          width_mm: next?.width_mm ?? null,
          height_mm: next?.height_mm ?? null,
        })
      }}
      description={limits?.filter(Boolean).join(' · ') || undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={isTooHeavy ? t('packaging.tooHeavy') : undefined}
      allowDeselect={false}
      clearable
    />
  )
}
