import { useTranslation } from 'react-i18next'
import classes from '../TaxRules.module.css'
import { useRuleWords } from '../words/useRuleWords'
import { inputOf, type RuleValues } from './values'

/** Reads the rule back while it is filled in. */
export function RuleInWords({ values }: { values: RuleValues }) {
  const { t } = useTranslation('tax-rules')
  const words = useRuleWords()
  const [head, ...rest] = words.sentences(inputOf(values))
  const isBegun = values.country !== '' && values.tax !== ''
  return (
    <section aria-label={t('sentence.title')} className={classes.words}>
      {isBegun ? (
        <>
          <p>
            <strong>{head}</strong>
          </p>
          {rest.length > 0 && <p>{rest.join(' ')}</p>}
        </>
      ) : (
        <p>{t('sentence.open')}</p>
      )}
    </section>
  )
}
