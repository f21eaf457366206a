import { useTranslation } from 'react-i18next'
import classes from './GridEditor.module.css'
import { writeStep } from './ladder'
import { type Notation, writeCell } from './price'
import { LADDER_KEY, type Marks } from './row-views'
import { LADDER, type Place, type Sheet } from './sheet'

type PlaceLineProps = {
  sheet: Sheet
  place: Place | undefined
  notation: Notation
  marks: Marks
  /** How prices are typed. */
  hint: string | undefined
}

/** The value at the selected place, and its fault. */
export function PlaceLine({ sheet, place, notation, marks, hint }: PlaceLineProps) {
  const { t } = useTranslation('price-grid')
  const band = place && sheet.bands[place.row]
  const zone = place && sheet.zones[place.col]
  const key = place?.col === LADDER ? LADDER_KEY : (zone?.key ?? '')
  const mark = band && marks.get(band.key)?.get(key)
  const text = band && place ? (zone ? writeCell(band.cells[place.col] ?? null, notation) : '') : ''
  return (
    <div className={classes.line}>
      <span role="status" className={classes.place}>
        {band && (
          <>
            {zone
              ? t('grid.place', {
                  zone: zone.code,
                  weight: writeStep(band.upTo, notation),
                  unit: notation.unit,
                  price: text === '' ? t('grid.notOffered') : text,
                })
              : t('grid.placeOfWeight', { weight: writeStep(band.upTo, notation), unit: notation.unit })}
            {mark && (
              <>
                {' · '}
                <span className={classes.mark} data-severity={mark.severity}>
                  {mark.text}
                </span>
              </>
            )}
          </>
        )}
      </span>
      {hint && <span>{hint}</span>}
    </div>
  )
}
