import { Table, Text } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Parcel, Shipment } from '@/api/schema'
import { useCountryName } from '@/api/useCountryName'
import { Fact, Facts } from '@/ui/Facts'
import { createFormat, useFormat } from '@/ui/format'
import { useOverflow } from '@/ui/table/useOverflow'
import { writeTariffCode } from './form/tariff-code'
import { itemsTotal, itemTotal } from './form/totals'
import { Mismatches } from './Mismatches'
import { FactCard } from './ShipmentFacts'
import classes from './ShipmentFacts.module.css'
import { useTermsInWords } from './useTermsInWords'

type Format = ReturnType<typeof useFormat>

export function Contents({ shipment }: { shipment: Shipment }) {
  const { t } = useTranslation('shipments')
  const format = useFormat()
  const money = (amount: string | null) => amount && format.money(amount, shipment.currency)
  const nameTerms = useTermsInWords()
  return (
    <FactCard title={t('show.customs')}>
      <Facts className={classes.list}>
        <Fact label={t('field.contents_type')}>
          {shipment.contents_type && t(`contents.${shipment.contents_type}`)}
        </Fact>
        <Fact label={t('field.incoterm')}>{shipment.incoterm && nameTerms(shipment.incoterm)}</Fact>
        <Fact label={t('field.non_delivery')}>{t(`nonDelivery.${shipment.non_delivery}`)}</Fact>
        <Fact label={t('field.value')}>{money(shipment.declared_value)}</Fact>
        <Fact label={t('field.freight_declared')}>{money(shipment.freight_declared)}</Fact>
        <Fact label={t('field.insurance_value')}>{money(shipment.insurance_value)}</Fact>
      </Facts>
    </FactCard>
  )
}

export function Parcels({ parcels }: { parcels: Parcel[] }) {
  const { t } = useTranslation('shipments')
  const format = useFormat()
  if (parcels.length === 0) return null
  return (
    <FactCard title={t('show.parcels', { count: parcels.length })}>
      <Scroll>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('field.parcel')}</Table.Th>
              <Table.Th>{t('field.size')}</Table.Th>
              <Table.Th ta="right">{t('field.declared_weight')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {parcels.map((parcel, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a parcel's place is its identity
              <Table.Tr key={index}>
                <Table.Td>{t('show.parcelOf', { number: index + 1, of: parcels.length })}</Table.Td>
                <Table.Td className={classes.size}>
                  {sizeOf(parcel, format)}
                  <Entered value={enteredSize(parcel, format)} />
                </Table.Td>
                <Table.Td ta="right">
                  {parcel.weight_g ? format.weight(parcel.weight_g) : null}
                  <Entered value={enteredWeight(parcel, format)} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
          {parcels.length > 1 && (
            <Table.Tfoot>
              <Table.Tr>
                <Table.Th scope="row" colSpan={2}>
                  {t('field.total')}
                </Table.Th>
                <Table.Th ta="right">{format.weight(weightOf(parcels))}</Table.Th>
              </Table.Tr>
            </Table.Tfoot>
          )}
        </Table>
      </Scroll>
    </FactCard>
  )
}

const sizeOf = ({ length_mm, width_mm, height_mm }: Parcel, format: Format) =>
  length_mm && width_mm && height_mm
    ? format.sizes(length_mm, width_mm, height_mm)
    : [length_mm, width_mm, height_mm].map((side) => (side ? format.size(side) : '?')).join(' × ')

/** The size in the unit in which it was entered; null when this is the reader's own. */
function enteredSize(parcel: Parcel, { preferences }: Format) {
  const { size_unit: sizeUnit } = parcel
  if (!sizeUnit || sizeUnit === preferences.sizeUnit) return null
  return sizeOf(parcel, createFormat({ ...preferences, sizeUnit }))
}

function enteredWeight({ weight_g, weight_unit: weightUnit }: Parcel, { preferences }: Format) {
  if (!weight_g || !weightUnit || weightUnit === preferences.weightUnit) return null
  return createFormat({ ...preferences, weightUnit }).weight(weight_g)
}

function Entered({ value }: { value: string | null }) {
  const { t } = useTranslation('shipments')
  return (
    value && (
      <Text size="xs" c="dimmed">
        {t('show.entered', { value })}
      </Text>
    )
  )
}

const weightOf = (parcels: Parcel[]) => parcels.reduce((sum, { weight_g }) => sum + (weight_g ?? 0), 0)

export function Items({ shipment }: { shipment: Shipment }) {
  const { t } = useTranslation('shipments')
  const format = useFormat()
  const country = useCountryName()
  const { items, currency } = shipment
  const total = itemsTotal(items, currency)
  const money = (amount: string | null | undefined) => amount && format.money(amount, currency)
  if (items.length === 0) return null
  return (
    <FactCard title={t('show.items', { count: items.length })}>
      <Scroll>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('field.description')}</Table.Th>
              <Table.Th ta="right" className={classes.roomy}>
                {t('field.quantity')}
              </Table.Th>
              <Table.Th ta="right" className={classes.roomy}>
                {t('field.unit_value')}
              </Table.Th>
              <Table.Th ta="right">{t('field.total')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line's place is its identity
              <Table.Tr key={index}>
                <Table.Td>
                  {item.description}
                  <Text size="xs" className={classes.tight}>
                    {[format.number(Number(item.quantity)), money(item.unit_value)]
                      .filter(Boolean)
                      .join(' × ')}
                  </Text>
                  {/* Below it, so that a phone has room for the figures. */}
                  <Text size="xs" c="dimmed">
                    {[
                      item.hs_code && `${t('field.hs_code')} ${writeTariffCode(item.hs_code)}`,
                      item.origin_country_id && country(item.origin_country_id),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </Text>
                </Table.Td>
                <Table.Td ta="right" className={classes.roomy}>
                  {format.number(Number(item.quantity))}
                </Table.Td>
                <Table.Td ta="right" className={classes.roomy}>
                  {money(item.unit_value)}
                </Table.Td>
                <Table.Td ta="right">{money(itemTotal(item, currency))}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
          {total !== null && items.length > 1 && (
            <Table.Tfoot>
              <Table.Tr>
                <Table.Th scope="row">{t('field.total')}</Table.Th>
                <Table.Td colSpan={2} className={classes.roomy} />
                <Table.Th ta="right">{money(total)}</Table.Th>
              </Table.Tr>
            </Table.Tfoot>
          )}
        </Table>
      </Scroll>
      <Mismatches mismatches={shipment.mismatches} currency={currency} />
    </FactCard>
  )
}

/** A table that is wider than its place moves sideways inside it, also by the arrow keys. */
function Scroll({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const overflowing = useOverflow(box)
  return (
    <div ref={box} className={classes.scroll} tabIndex={overflowing ? 0 : undefined}>
      {children}
    </div>
  )
}
