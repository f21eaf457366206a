import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { named } from '@/ui/wording'
import classes from './ShipmentForm.module.css'

type Props = {
  /** The card it belongs to, for those who do not see where it stands. */
  of: string
  /** A field inside has a value. */
  filled: boolean
  /** A field inside has an error. */
  wrong: boolean
  /** The page was opened for one of these fields. */
  asked?: boolean
  children: ReactNode
}

/** Fields that are seldom used, behind a button; they show by themselves when there is something in them. */
export function MoreFields({ of, filled, wrong, asked = false, children }: Props) {
  const { t } = useTranslation('shipment-form')
  const id = useId()
  const inside = (wrong ? 2 : 0) + (filled ? 1 : 0)
  const [seen, setSeen] = useState(0)
  const [open, setOpen] = useState(asked)
  if (inside !== seen) {
    setSeen(inside)
    if (inside > seen) setOpen(true)
  }
  const Icon = open ? IconChevronUp : IconChevronDown
  return (
    <>
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Icon size={16} aria-hidden />}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          aria-label={named(t('more'), of)}
          onClick={() => setOpen(!open)}
        >
          {t('more')}
        </Button>
      </div>
      {open && (
        <div id={id} className={classes.fields}>
          {children}
        </div>
      )}
    </>
  )
}
