import { Button } from '@mantine/core'
import { IconCalculator, IconReceiptTax } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { FOREVER } from '@/api/forever'
import { useLookupCurrencies } from '@/api/generated/endpoints/lookups/lookups'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { ErrorSummary } from '@/ui/form/ResourceForm'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import { LoadFailure } from '@/ui/LoadFailure'
import { ResourcePage } from '@/ui/ResourcePage'
import { usePlaces } from '../usePlaces'
import { GoodsSection } from './GoodsSection'
import { RateSection } from './RateSection'
import { Results } from './Results'
import { RegimeSection, RouteSection } from './RouteSections'
import classes from './Try.module.css'
import { useTry } from './useTry'

/** Calculates the taxes of a parcel that is not stored. */
export function TaxTryPage() {
  const { t } = useTranslation(['tax-try', 'common'])
  const { result: countries } = usePlaces()
  const currencies = useLookupCurrencies(FOREVER)
  const failed = [countries, currencies].find(({ error }) => error)
  return (
    <ResourcePage
      title={t('title')}
      text={t('text')}
      action={
        <Button
          component={AppLink}
          to={paths['tax_rules.index']()}
          variant="default"
          classNames={ICON_ON_PHONE}
          leftSection={<IconReceiptTax size={16} aria-hidden />}
        >
          {t('back')}
        </Button>
      }
    >
      {failed && <LoadFailure title={t('common:record.failed')} result={failed} />}
      {countries.data && currencies.data && <Try />}
    </ResourcePage>
  )
}

function Try() {
  const { t } = useTranslation('tax-try')
  const { form, refusals, tried, isChanged, onSubmit } = useTry()
  const fields = useTiedFields(form)
  return (
    <div className={classes.page} data-compare={(tried && tried.assessments.length > 1) || undefined}>
      <form noValidate onSubmit={onSubmit} className={classes.form}>
        <ErrorSummary errors={form.errors} failure={undefined} refusals={refusals} />
        <RouteSection fields={fields} />
        <RegimeSection fields={fields} />
        <GoodsSection fields={fields} />
        <RateSection fields={fields} />
        <Button
          type="submit"
          loading={form.submitting}
          leftSection={<IconCalculator size={16} aria-hidden />}
          className={classes.run}
        >
          {t('run')}
        </Button>
      </form>
      <Results tried={tried} isChanged={isChanged} />
    </div>
  )
}
