import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ScanCode } from '@/blocks/scan/ScanCode'
import { WholeField } from '@/ui/fields/WholeField'
import classes from './PickLists.module.css'

type ScanFieldsProps = {
  field: RefObject<HTMLInputElement | null>
  /** The result of the last code. */
  told: string | undefined
  onScan(code: string, quantity: number): void
}

/** A code, and how many units it stands for: one, unless the field beside it says more. */
export function ScanFields({ field, told, onScan }: ScanFieldsProps) {
  const { t } = useTranslation('pick-lists')
  const [quantity, setQuantity] = useState<number | null>(null)

  function take(code: string) {
    onScan(code, quantity || 1)
    setQuantity(null)
    field.current?.focus()
  }

  return (
    <div className={classes.scanned}>
      <ScanCode field={field} label={t('station.code')} onCode={take} told={told} />
      <WholeField
        size="md"
        label={t('field.quantity')}
        placeholder="1"
        min={1}
        max={1_000_000_000}
        value={quantity}
        onChange={setQuantity}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          field.current?.focus()
        }}
      />
    </div>
  )
}
