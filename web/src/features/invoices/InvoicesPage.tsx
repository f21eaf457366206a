import { Button } from '@mantine/core'
import { IconCalendarDollar, IconFileInvoice } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { invoiceList as loadInvoices, useInvoiceList } from '@/api/generated/endpoints/finance/finance'
import { PAGED } from '@/api/record-query'
import type { InvoiceListParams, InvoiceTotals } from '@/api/schema'
import { CreateLink, RecordList } from '@/blocks/RecordList'
import { StatusTabs } from '@/blocks/StatusTabs'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { CurrencyChoice } from '@/shared/choices/CurrencyChoice'
import { ClientChoice } from '@/shared/choices/RecordChoice'
import { DateRangeFilter } from '@/ui/filters/DateRangeFilter'
import { MoreFilters } from '@/ui/filters/MoreFilters'
import { useFormat } from '@/ui/format'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import { onceOnline } from '@/ui/once-online'
import { type ListState, useListParams } from '@/ui/table/useListParams'
import { useInvoiceActions } from './actions'
import { invoiceColumns, nameOf } from './columns'
import { CLIENT_TABS, invoiceList, STAFF_TABS } from './list'
import { OpenSums } from './OpenSums'

const GenerateDialog = lazy(() => onceOnline(() => import('./GenerateDialog')))

type InvoiceListState = ListState<typeof invoiceList.defaults>

/** The query of the call: the tab of all filters nothing. */
function queryOf({ tab, ...query }: InvoiceListState['query']): InvoiceListParams {
  return tab === 'all' || tab === undefined ? query : { ...query, tab }
}

/** Invoices and credit notes; a client sees its own. */
export function InvoicesPage() {
  const { t } = useTranslation('invoices')
  const { is_outside, can } = useProfile()
  const format = useFormat()
  const list = useListParams(invoiceList)
  const query = queryOf(list.query)
  const result = useInvoiceList(query, PAGED)
  const columns = useMemo(() => invoiceColumns({ t, format, isStaff: !is_outside }), [t, format, is_outside])
  const actions = useInvoiceActions()
  return (
    <RecordList
      title={t('title')}
      text={is_outside ? t('textOwn') : t('text')}
      action={<Ways />}
      tabs={
        <>
          <OpenSums sums={result.data?.meta.sums} />
          <Tabs list={list} totals={result.data?.meta.totals} />
        </>
      }
      search={is_outside ? t('searchOwn') : t('search')}
      filters={<Filters list={list} />}
      list={list}
      load={(page, options) => loadInvoices({ ...query, ...page }, options)}
      result={result}
      columns={columns}
      rowLabel={(invoice) => nameOf(invoice, t)}
      rowTo={paths['invoices.show']}
      menu={actions.menu}
      bulk={can['invoice.issue'] ? actions.bulk : undefined}
      empty={{
        icon: IconFileInvoice,
        title: t('empty'),
        text: is_outside ? t('emptyOwn') : t('emptyText'),
      }}
    >
      {actions.dialog}
    </RecordList>
  )
}

/** Drafts for all clients of a period, and one draft. */
function Ways() {
  const { t } = useTranslation('invoices')
  const { can } = useProfile()
  const [opened, setOpened] = useState<boolean>()
  if (!can['invoice.create']) return null
  return (
    <>
      <Button
        variant="default"
        classNames={ICON_ON_PHONE}
        leftSection={<IconCalendarDollar size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('generate.open')}
      </Button>
      <CreateLink to={paths['invoices.create']()} label={t('action.create')} allowed />
      {opened !== undefined && (
        <Suspense>
          <GenerateDialog opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}

function Tabs({ list, totals }: { list: InvoiceListState; totals: InvoiceTotals | undefined }) {
  const { t } = useTranslation('invoices')
  const { is_outside } = useProfile()
  const tabs = is_outside ? CLIENT_TABS : STAFF_TABS
  const counts = totals && {
    ...totals,
    // Those that are overdue are open, too.
    all: totals.draft + totals.open + totals.paid + totals.void + totals.credit_note,
  }
  return (
    <StatusTabs
      label={t('field.status')}
      value={list.values.tab ?? 'all'}
      tabs={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
      totals={counts}
      onChange={(tab) => list.setFilters({ tab })}
    />
  )
}

function Filters({ list }: { list: InvoiceListState }) {
  const { t } = useTranslation('invoices')
  const { is_outside } = useProfile()
  const { client_id, currency, from, to } = list.values
  return (
    <>
      <DateRangeFilter
        label={t('field.issued')}
        value={{ from, to }}
        onChange={(range) => list.setFilters(range)}
      />
      <MoreFilters count={[client_id, currency].filter((value) => value !== undefined).length}>
        {!is_outside && (
          <ClientChoice
            label={t('field.client')}
            placeholder={t('anyClient')}
            withinPortal={false}
            value={client_id}
            onChange={(id) => list.setFilters({ client_id: id ?? undefined })}
          />
        )}
        <CurrencyChoice
          label={t('field.currency')}
          comboboxProps={{ withinPortal: false }}
          clearable
          allowDeselect
          value={currency ?? null}
          onChange={(code) => list.setFilters({ currency: code ?? undefined })}
        />
      </MoreFilters>
    </>
  )
}
