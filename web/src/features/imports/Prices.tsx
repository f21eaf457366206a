import { SegmentedControl, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { Fragment, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeText } from '@/api/errors'
import { useShipmentImportPrices } from '@/api/generated/endpoints/imports/imports'
import { PAGED } from '@/api/record-query'
import type { Import, ImportPrice, ImportPrices } from '@/api/schema'
import { useCountryName } from '@/api/useCountryName'
import { BulkTotals } from '@/blocks/bulk/BulkTotals'
import { AskForRate, refusalCodesOf, WayOn } from '@/shared/pricing/WayOn'
import { missingText } from '@/shared/shipments/missing-fields'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { localeText } from '@/ui/locale-text'
import { Money } from '@/ui/Money'
import { ScrollTable } from '@/ui/ScrollTable'
import { PartPages, usePartPages } from '@/ui/table/PartPages'
import { listed } from '@/ui/wording'

const PER_PAGE = 25

/** What the shipments of a checked file cost, and which of them could not be confirmed, before anything is imported. */
export function Prices({ shown }: { shown: Import }) {
  if (!shown.can.show_prices || !shown.prices || shown.prices.shipments === 0) return null
  return <Section id={shown.id} prices={shown.prices} />
}

type SectionProps = { id: string; prices: ImportPrices }

function Section({ id, prices }: SectionProps) {
  const { t } = useTranslation('imports')
  const format = useFormat()
  const heading = useId()
  const [refused, setRefused] = useState(false)
  const pages = usePartPages(PER_PAGE)
  const list = useShipmentImportPrices(id, { ...pages.params, refused }, PAGED)

  function choose(next: boolean) {
    setRefused(next)
    pages.setPage(1)
  }

  return (
    <Stack component="section" gap="sm" aria-labelledby={heading}>
      <div>
        <Title order={2} id={heading}>
          {t('price.title')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('price.text')}
        </Text>
      </div>
      {prices.totals.length > 0 && <BulkTotals label={t('price.total')} amounts={prices.totals} />}
      {prices.refused > 0 && (
        <SegmentedControl
          aria-label={t('price.filter')}
          w="fit-content"
          maw="100%"
          value={refused ? 'refused' : 'all'}
          data={[
            { value: 'all', label: t('price.all', { number: format.number(prices.shipments) }) },
            { value: 'refused', label: t('price.refused', { number: format.number(prices.refused) }) },
          ]}
          onChange={(value) => choose(value === 'refused')}
        />
      )}
      {list.data ? (
        <Rows rows={list.data.data} labelledBy={heading} />
      ) : list.error ? (
        <LoadFailure title={t('price.title')} result={list} />
      ) : (
        <Skeleton height={240} radius="lg" aria-label={t('price.title')} />
      )}
      {list.data && <AskForRate codes={list.data.data.flatMap(({ params }) => refusalCodesOf(params))} />}
      <PartPages pages={pages} meta={list.data?.meta} />
    </Stack>
  )
}

function Rows({ rows, labelledBy }: { rows: ImportPrice[]; labelledBy: string }) {
  const { t } = useTranslation('imports')
  const format = useFormat()
  return (
    <ScrollTable label={{ id: labelledBy }}>
      <Table aria-labelledby={labelledBy} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="5rem">{t('refused.line')}</Table.Th>
            <Table.Th>{t('refused.shipment')}</Table.Th>
            <Table.Th>{t('field.service')}</Table.Th>
            <Table.Th ta="right">{t('price.price')}</Table.Th>
            <Table.Th>{t('price.against')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.line}>
              <Table.Td>{format.number(row.line)}</Table.Td>
              <Table.Td>
                <Shipment row={row} />
              </Table.Td>
              <Table.Td>
                <ServiceTitle row={row} />
              </Table.Td>
              <Table.Td ta="right">{row.total ? <Money {...row.total} /> : t('price.none')}</Table.Td>
              <Table.Td>
                <Reason row={row} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollTable>
  )
}

type RowProps = { row: ImportPrice }

function Shipment({ row }: RowProps) {
  const countryName = useCountryName()
  const place = [row.to_name, row.to_city, countryName(row.to_country_id)]
  const where = listed(place.filter((part): part is string => Boolean(part)))
  return (
    <>
      {row.external_ref && <Text size="sm">{row.external_ref}</Text>}
      <Text size="sm" c={row.external_ref ? 'dimmed' : undefined}>
        {where}
      </Text>
    </>
  )
}

function ServiceTitle({ row }: RowProps) {
  const { i18n } = useTranslation()
  return localeText(row.service_title_locale, i18n.language)
}

/** The first reason against the confirmation; nothing for a shipment that is ready. */
function Reason({ row }: RowProps) {
  const { t } = useTranslation('shipments')
  if (row.message_code === null) return null
  const missing = (row.params as { missing?: string[] } | null)?.missing
  if (missing) return t('refused.missing', { fields: missingText(missing, t) })
  return (
    <>
      {codeText(row.message_code, row.params ?? {}, row.message ?? '')}
      {refusalCodesOf(row.params).map((code) => (
        <Fragment key={code}>
          {' '}
          <WayOn code={code} />
        </Fragment>
      ))}
    </>
  )
}
