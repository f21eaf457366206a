import { Skeleton } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ItemQuoteCalculation, QuoteOffer } from '@/api/schema'
import { useChoices } from '@/api/useChoices'
import { LoadFailure } from '@/ui/LoadFailure'
import classes from './Calculator.module.css'
import { type CalculatorFields, CalculatorForm } from './CalculatorForm'
import { Results } from './Results'
import type { useAsked } from './useAsked'
import type { CalculatorValues } from './values'

type CalculatorProps = {
  calculator: ReturnType<typeof useAsked>
  result: {
    data: ItemQuoteCalculation | undefined
    error: unknown
    isFetching: boolean
    refetch(): Promise<unknown>
  }
  isPublic?: boolean
  /** A field before all others. */
  first?(fields: CalculatorFields): ReactNode
  /** The button of an offer. */
  action(offer: QuoteOffer): ReactNode
  /** Where to ask when no service takes the shipment. */
  help: ReactNode
  /** Below the prices. */
  after?: ReactNode
}

/** The form, and beside it the prices of what the address asks for. */
export function Calculator({ calculator, result, isPublic, first, action, help, after }: CalculatorProps) {
  const { t } = useTranslation('calculator')
  const choices = useChoices()
  const { asked, isAsked, calculate } = calculator
  const results = useRef<HTMLElement>(null)
  /** The button was pressed, and its prices are not seen yet. */
  const isWanted = useRef(false)
  // Where the prices stand below the form they come into view.
  useEffect(() => {
    if (!result.data || result.isFetching || !isWanted.current) return
    isWanted.current = false
    results.current?.scrollIntoView({ block: 'nearest' })
  }, [result.data, result.isFetching])
  if (choices.error) return <LoadFailure title={t('title')} result={choices} />
  if (!choices.data) return <Skeleton h="70vh" radius="lg" />
  const isShown = isAsked && !result.error
  function ask(values: CalculatorValues) {
    isWanted.current = true
    calculate(values, () => void result.refetch())
  }
  return (
    <div className={classes.page}>
      <div className={classes.split}>
        <CalculatorForm
          asked={asked}
          choices={choices.data}
          error={isAsked ? result.error : null}
          calculating={result.isFetching}
          onCalculate={ask}
          isPublic={isPublic}
        >
          {first}
        </CalculatorForm>
        <section
          ref={results}
          // A click gives it the focus, so that the arrow keys scroll it; Tab goes on to what is in it.
          tabIndex={-1}
          className={classes.results}
          aria-label={t('result')}
          aria-live="polite"
        >
          <Results
            calculation={isShown ? result.data?.data : undefined}
            calculating={result.isFetching}
            action={action}
            help={help}
          />
          {isShown && result.data && after}
        </section>
      </div>
    </div>
  )
}
