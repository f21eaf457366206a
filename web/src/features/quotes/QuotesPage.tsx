import { Button } from '@mantine/core'
import { IconCalculator, IconFileDescription } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { quoteList as loadQuotes, useQuoteList } from '@/api/generated/endpoints/quotes/quotes'
import { PAGED } from '@/api/record-query'
import { useCountryName, useOnceCountriesAreNamed } from '@/api/useCountryName'
import { RecordList } from '@/blocks/RecordList'
import { StatusTabs } from '@/blocks/StatusTabs'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { ClientChoice } from '@/shared/choices/RecordChoice'
import { AppLink } from '@/ui/AppLink'
import { MoreFilters } from '@/ui/filters/MoreFilters'
import { useFormat } from '@/ui/format'
import { useListParams } from '@/ui/table/useListParams'
import { useQuoteActions } from './actions'
import { quoteColumns } from './columns'
import { QUOTE_TABS, type QuoteListState, queryOf, quoteList } from './list'

/** Prices that were saved to be offered: staff send them to customers, clients keep theirs. */
export function QuotesPage() {
  const { t, i18n } = useTranslation('quotes')
  const { is_outside, can } = useProfile()
  const format = useFormat()
  const countryName = useCountryName()
  const list = useListParams(quoteList)
  const query = queryOf(list.query)
  const result = useOnceCountriesAreNamed(useQuoteList(query, PAGED))
  const actions = useQuoteActions()
  const columns = useMemo(
    () => quoteColumns({ t, format, language: i18n.language, countryName, isStaff: !is_outside }),
    [t, format, i18n.language, countryName, is_outside],
  )
  return (
    <RecordList
      title={t('title')}
      text={is_outside ? t('textOwn') : t('text')}
      action={can['quote.create'] && <ToCalculator />}
      tabs={
        <StatusTabs
          label={t('field.status')}
          value={list.values.status ?? 'all'}
          tabs={QUOTE_TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
          totals={undefined}
          onChange={(status) => list.setFilters({ status })}
        />
      }
      filters={!is_outside && <Filters list={list} />}
      list={list}
      load={(page, options) => loadQuotes({ ...query, ...page }, options)}
      result={result}
      columns={columns}
      rowLabel={({ number }) => t('named', { number })}
      rowTo={paths['quotes.show']}
      menu={actions.menu}
      empty={{
        icon: IconFileDescription,
        title: t('empty'),
        text: is_outside ? t('emptyTextOwn') : t('emptyText'),
      }}
    >
      {actions.dialog}
    </RecordList>
  )
}

function ToCalculator() {
  const { t } = useTranslation('quotes')
  return (
    <Button
      component={AppLink}
      to={paths.calculator()}
      leftSection={<IconCalculator size={16} aria-hidden />}
    >
      {t('action.create')}
    </Button>
  )
}

function Filters({ list }: { list: QuoteListState }) {
  const { t } = useTranslation('quotes')
  const { client_id } = list.values
  return (
    <MoreFilters count={client_id ? 1 : 0}>
      <ClientChoice
        label={t('field.client')}
        placeholder={t('anyClient')}
        withinPortal={false}
        value={client_id}
        onChange={(id) => list.setFilters({ client_id: id ?? undefined })}
      />
    </MoreFilters>
  )
}
