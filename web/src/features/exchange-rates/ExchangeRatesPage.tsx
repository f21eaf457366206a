import { Button, Group } from '@mantine/core'
import { IconArrowsExchange, IconPencil, IconUpload } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exchangeRateList as loadRates, useExchangeRateList } from '@/api/generated/endpoints/money/money'
import { PAGED } from '@/api/record-query'
import type { ExchangeRate } from '@/api/schema'
import { CreateLink, RecordList } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { CurrencyChoice } from '@/shared/choices/CurrencyChoice'
import { useFormat } from '@/ui/format'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import { useListParams } from '@/ui/table/useListParams'
import { exchangeRateColumns, pairOf } from './columns'
import { ImportRates } from './ImportRates'
import { type ExchangeRateListState, exchangeRateList } from './list'

/** Dated rates with which amounts are converted. */
export function ExchangeRatesPage() {
  const { t } = useTranslation(['exchange-rates', 'codes'])
  const format = useFormat()
  const { can } = useProfile()
  const [importing, setImporting] = useState(false)
  const list = useListParams(exchangeRateList)
  const columns = useMemo(() => exchangeRateColumns(t, format), [t, format])
  const correct = ({ from_currency, to_currency, valid_from }: ExchangeRate) =>
    `${paths['exchange_rates.create']()}?${new URLSearchParams({ from: from_currency, to: to_currency, on: valid_from })}`
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={<Ways onImport={() => setImporting(true)} />}
      search={t('search')}
      filters={<Filters list={list} />}
      list={list}
      load={(page, options) => loadRates({ ...list.query, ...page }, options)}
      result={useExchangeRateList(list.query, PAGED)}
      columns={columns}
      rowLabel={pairOf}
      menu={(rate) => [
        {
          label: t('correct'),
          icon: IconPencil,
          to: correct(rate),
          refused: can['exchange_rate.create'] ? undefined : t('codes:forbidden'),
        },
      ]}
      empty={{ icon: IconArrowsExchange, title: t('empty'), text: t('emptyText') }}
    >
      <ImportRates opened={importing} onClose={() => setImporting(false)} />
    </RecordList>
  )
}

/** The ways in which rates come in: a file, and one by hand. */
function Ways({ onImport }: { onImport(): void }) {
  const { t } = useTranslation('exchange-rates')
  const { can } = useProfile()
  return (
    <Group gap="sm">
      {can['exchange_rate.import'] && (
        <Button
          variant="default"
          classNames={ICON_ON_PHONE}
          leftSection={<IconUpload size={16} aria-hidden />}
          onClick={onImport}
        >
          {t('import.action')}
        </Button>
      )}
      <CreateLink
        to={paths['exchange_rates.create']()}
        label={t('add')}
        allowed={can['exchange_rate.create']}
      />
    </Group>
  )
}

function Filters({ list }: { list: ExchangeRateListState }) {
  const { t } = useTranslation('exchange-rates')
  const sdr = [{ value: 'XDR', label: `XDR · ${t('sdr')}` }]
  return (['from_currency', 'to_currency'] as const).map((name) => (
    <CurrencyChoice
      key={name}
      aria-label={t(`field.${name}`)}
      placeholder={t(`field.${name}`)}
      clearable
      also={sdr}
      value={list.values[name] ?? null}
      onChange={(code) => list.setFilters({ [name]: code ?? undefined })}
    />
  ))
}
