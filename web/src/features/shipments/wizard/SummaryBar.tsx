import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRecipientNeeds } from '@/api/usePlaces'
import { useFormat } from '@/ui/format'
import { missingOf } from '../form/missing'
import classes from './Wizard.module.css'
import { type SummaryProps, WizardSummary } from './WizardSummary'

/** The summary where there is no room beside the form: one line above the buttons, which opens. */
export function SummaryBar(props: SummaryProps) {
  const { t } = useTranslation('shipment-form')
  const format = useFormat()
  const id = useId()
  const [open, setOpen] = useState(false)
  const { values, offer, cheapest } = props
  const missing = missingOf(values, useRecipientNeeds()).length
  const Chevron = open ? IconChevronDown : IconChevronUp
  return (
    <div className={classes.bar}>
      {open && (
        <div id={id} className={classes.sheet}>
          <WizardSummary {...props} />
        </div>
      )}
      <button
        type="button"
        className={classes.barButton}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <Chevron size={18} aria-hidden />
        <span>{t('summary.title')}</span>
        <b>
          {offer?.total && format.money(offer.total.amount, offer.total.currency)}
          {cheapest?.total &&
            t('summary.from', { price: format.money(cheapest.total.amount, cheapest.total.currency) })}
          {!offer?.total &&
            !cheapest?.total &&
            (missing > 0 ? t('summary.missing', { count: missing }) : t('summary.ready'))}
        </b>
      </button>
    </div>
  )
}
