import { Button, Skeleton } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCalculator } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { applyServerErrors, errorText } from '@/api/errors'
import { usePriceTableSimulate, usePriceVersionList } from '@/api/generated/endpoints/prices/prices'
import type { PriceTable, PriceVersion } from '@/api/schema'
import { useSite } from '@/context/site'
import { todayIn } from '@/ui/fields/birthday'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { ErrorSummary } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { TablePage } from '../table/TablePage'
import { Goods, Parcels, Route, Start } from './fields'
import { Result } from './Result'
import classes from './SimulatePage.module.css'
import { emptySimulation, inputOf, type SimulationValues } from './values'

type SimulatePageProps = { id: string; search: { after?: string } }

/** Prices a shipment that does not exist, and explains each line. */
export default function SimulatePage({ id, search }: SimulatePageProps) {
  return <TablePage id={id}>{(table) => <Loaded table={table} version={search.after} />}</TablePage>
}

function Loaded({ table, version }: { table: PriceTable; version: string | undefined }) {
  const { t } = useTranslation('price-tables')
  const result = usePriceVersionList(table.id, { per_page: 100 })
  if (result.error) return <LoadFailure title={t('failed')} result={result} />
  if (!result.data) return <Skeleton h="50vh" radius="md" />
  const versions = result.data.data
  // Without a published version only a draft can be tried.
  const isPublished = versions.some(({ status }) => status === 'published')
  const first = version ?? (isPublished ? null : (versions[0]?.id ?? null))
  return <Simulation table={table} versions={versions} first={first} />
}

export type SimulationFields = ReturnType<typeof useTiedFields<SimulationValues>>

type SimulationProps = { table: PriceTable; versions: readonly PriceVersion[]; first: string | null }

function useSimulation({ table, first }: SimulationProps) {
  const { required } = useRules()
  const { preferences } = useFormat()
  const { country_id } = useSite().config
  const [failure, setFailure] = useState<string>()
  const [refusals, setRefusals] = useState(0)
  const simulate = usePriceTableSimulate()
  const form = useForm<SimulationValues>({
    initialValues: emptySimulation(table, todayIn(preferences.timeZone), first, country_id),
    validate: { country_id: required, parcels: { weight: required } },
  })
  const refuse = () => setRefusals((count) => count + 1)

  async function send(values: SimulationValues) {
    setFailure(undefined)
    try {
      await simulate.mutateAsync({ id: table.id, data: inputOf(values) })
    } catch (error) {
      if (!applyServerErrors(form, error)) setFailure(errorText(error))
      refuse()
    }
  }
  return { form, failure, refusals, simulate, onSubmit: form.onSubmit(send, refuse) }
}

function Simulation(props: SimulationProps) {
  const { table, versions } = props
  const { t } = useTranslation('price-simulation')
  const { form, failure, refusals, simulate, onSubmit } = useSimulation(props)
  const fields = useTiedFields(form)
  const result = useRef<HTMLElement>(null)
  const answer = simulate.data?.data

  // On a phone the result stands below the form.
  useEffect(() => {
    if (answer) result.current?.scrollIntoView?.({ block: 'nearest' })
  }, [answer])

  return (
    <div className={classes.split}>
      <form onSubmit={onSubmit} noValidate>
        <ErrorSummary errors={form.errors} failure={failure} refusals={refusals} />
        <Route fields={fields} versions={versions} />
        <Start fields={fields} />
        <Parcels fields={fields} />
        <Goods fields={fields} currency={table.currency} />
        <Button
          type="submit"
          fullWidth
          loading={simulate.isPending}
          leftSection={<IconCalculator size={16} aria-hidden />}
        >
          {t('calculate')}
        </Button>
      </form>
      <section ref={result} className={classes.result} aria-label={t('result')} aria-live="polite">
        <Result simulation={answer} />
      </section>
    </div>
  )
}
