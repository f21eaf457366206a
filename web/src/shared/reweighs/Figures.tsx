import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Reweigh, ReweighedParcel } from '@/api/schema'
import { type Format, useFormat } from '@/ui/format'
import { Money } from '@/ui/Money'
import classes from './Reweighs.module.css'
import { isLessBack } from './status'

type Line = { name: string; before: string | null; after: string | null }

const sizesOf = (format: Format, length: number | null, width: number | null, height: number | null) =>
  length && width && height ? format.sizes(length, width, height) : null

const weightOf = (format: Format, grams: number | null) => (grams === null ? null : format.weight(grams))

/** What was declared beside what was measured, and the price of both. */
export function Figures({ reweigh }: { reweigh: Reweigh }) {
  const { t } = useTranslation('reweighs')
  const format = useFormat()
  const { parcels, currency, total_before, total_after, difference } = reweigh
  const ofParcel = (parcel: ReweighedParcel): Line[] => {
    const name = parcels.length > 1 ? t('parcel', { number: parcel.seq }) : undefined
    const { declared_length_mm, declared_width_mm, declared_height_mm } = parcel
    const size = {
      name: name ?? t('field.size'),
      before: sizesOf(format, declared_length_mm, declared_width_mm, declared_height_mm),
      after: sizesOf(format, parcel.length_mm, parcel.width_mm, parcel.height_mm),
    }
    if (!name) return [size]
    const [before, after] = [weightOf(format, parcel.declared_weight_g), format.weight(parcel.weight_g)]
    return [
      {
        name,
        before: [before, size.before].filter(Boolean).join(' · '),
        after: [after, size.after].filter(Boolean).join(' · '),
      },
    ]
  }
  const lines: Line[] = [
    {
      name: t('field.weight'),
      before: weightOf(format, reweigh.declared_weight_g),
      after: format.weight(reweigh.measured_weight_g),
    },
    ...parcels.flatMap(ofParcel),
    {
      name: t('field.chargeable'),
      before: weightOf(format, reweigh.chargeable_before_g),
      after: weightOf(format, reweigh.chargeable_after_g),
    },
  ]
  return (
    <table className={classes.figures} aria-label={t('figures')}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('field.declared')}</th>
          <th scope="col">{t('field.measured')}</th>
        </tr>
      </thead>
      <tbody>
        {lines
          .filter(({ before, after }) => before || after)
          .map(({ name, before, after }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{before || '–'}</td>
              <td>{after || '–'}</td>
            </tr>
          ))}
        {total_before && currency && (
          <tr>
            <th scope="row">{t('field.price')}</th>
            <td>
              <Money amount={total_before} currency={currency} />
            </td>
            <td>{total_after ? <Money amount={total_after} currency={currency} /> : '–'}</td>
          </tr>
        )}
        {difference && currency && (
          <tr className={classes.difference}>
            <th scope="row">{t('field.difference')}</th>
            <td colSpan={2}>
              <Money amount={difference} currency={currency} signed />
              {isLessBack(reweigh) && <Text size="xs">{t('lessBack')}</Text>}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}
