import { Button, Text, Title } from '@mantine/core'
import { IconCalculatorOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { statusOf } from '@/api/errors'
import { usePublicQuoteCalculate } from '@/api/generated/endpoints/quotes/quotes'
import { CompanyEmail } from '@/blocks/AskCompany'
import { towards } from '@/context/own-path'
import { paths } from '@/context/paths'
import { useSite } from '@/context/site'
import { AppLink } from '@/ui/AppLink'
import { useDocumentTitle } from '@/ui/document-title'
import { EmptyState } from '@/ui/EmptyState'
import { useFormat } from '@/ui/format'
import { Calculator } from './Calculator'
import classes from './Calculator.module.css'
import type { CalculatorSearch } from './search'
import { useAsked } from './useAsked'
import { publicInputOf } from './values'

type Props = {
  search: CalculatorSearch
  onSearch(search: CalculatorSearch): void
  /** The address of the same calculation behind the sign-in. */
  signedInTo: string
}

/** For anybody: the company's general prices. */
export function PublicCalculatorPage({ search, onSearch, signedInTo }: Props) {
  const { t } = useTranslation('calculator')
  const { domain } = useSite()
  const { preferences } = useFormat()
  const calculator = useAsked(search, onSearch)
  const offered = domain.flags.public_calculator === true
  const result = usePublicQuoteCalculate(publicInputOf(calculator.asked, preferences), {
    query: { enabled: offered && calculator.isAsked, retry: false },
    request: { quiet: true },
  })
  useDocumentTitle(t('title'))
  if (!offered || statusOf(result.error) === 404) return <SwitchedOff />
  return (
    <div className={classes.public}>
      <Title order={1} tabIndex={-1} className={classes.publicTitle}>
        {t('title')}
      </Title>
      <Text c="dimmed">{t('public.lead', { company: domain.name })}</Text>
      <Calculator
        calculator={calculator}
        result={result}
        action={() => null}
        help={<CompanyEmail />}
        after={<SignIn to={signedInTo} />}
        isPublic
      />
    </div>
  )
}

/** After signing in, the same calculation shows the visitor's own prices. */
function SignIn({ to }: { to: string }) {
  const { t } = useTranslation('calculator')
  return (
    <div className={classes.signIn}>
      <Text size="sm">{t('public.note')}</Text>
      <Button component={AppLink} to={towards(paths.login(), to)}>
        {t('signIn')}
      </Button>
    </div>
  )
}

function SwitchedOff() {
  const { t } = useTranslation('calculator')
  const { domain } = useSite()
  return (
    <div className={classes.off}>
      <Title order={1} tabIndex={-1} className={classes.publicTitle}>
        {t('title')}
      </Title>
      <EmptyState
        icon={IconCalculatorOff}
        title={t('public.offTitle')}
        text={t('public.offText', { company: domain.name })}
        action={<CompanyEmail />}
      />
    </div>
  )
}
