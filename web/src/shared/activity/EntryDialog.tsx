import { Modal, Skeleton, Stack, Table, Text } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useEventName, useServiceName } from '@/api/record-names'
import type { AuditChange, AuditEntry } from '@/api/schema'
import { useCountryName } from '@/api/useCountryName'
import { useFormat } from '@/ui/format'
import { Moment } from '@/ui/time/Moment'
import { actionName, bareName, fieldName } from './names'
import { RECORDS } from './records'
import { currencyOf, isEmpty, isPlain, plainText, readable } from './values'
import { textsOf } from './words'

type EntryDialogProps = {
  entry: AuditEntry | undefined
  /** In whose name it was done, as the screen says it. */
  by: ReactNode
  onClose(): void
  /** Content added by the screen. */
  children?: ReactNode
}

/** One entry, with all that it changed. */
export function EntryDialog({ entry, by, onClose, children }: EntryDialogProps) {
  const { t, i18n } = useTranslation('common')
  return (
    <Modal
      opened={entry !== undefined}
      onClose={onClose}
      size="lg"
      title={entry && actionName(i18n, entry.action)}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {entry && (
        <Stack gap="sm">
          <Text size="sm">
            <Moment at={entry.occurred_at} /> · {by}
          </Text>
          <Suspense fallback={<Skeleton height={120} />}>
            <Changes changes={entry.changes} resource={entry.action.split('.')[0] ?? ''} />
          </Suspense>
          {children}
        </Stack>
      )}
    </Modal>
  )
}

/** The changed fields of an entry, with their values before and after. */
function Changes({ changes: all, resource }: { changes: AuditChange[]; resource: string }) {
  // With the words of all values.
  const { t, i18n } = useTranslation([
    'activity',
    'feature-flags',
    'imports',
    'packages',
    'party-records',
    'profiles',
    'settings',
    'shipment-form',
    'shipment-payment',
    'shipments',
    'users',
    'waybills',
    ...textsOf(resource),
  ])
  const changes = readable(all)
  const currency = currencyOf(changes)
  const compares = changes.some(({ before }) => !isEmpty(before))
  if (changes.length === 0) return <Text c="dimmed">{t('noChanges')}</Text>
  return (
    <Table
      withTableBorder
      verticalSpacing="xs"
      horizontalSpacing={6}
      fz="sm"
      style={{ tableLayout: 'fixed', wordBreak: 'break-word' }}
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('what')}</Table.Th>
          {compares && <Table.Th>{t('before')}</Table.Th>}
          <Table.Th>{compares ? t('after') : t('value')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changes.map(({ field, before, after, before_name, after_name }) => (
          <Table.Tr key={field}>
            <Table.Th scope="row">{fieldName(i18n, field, resource)}</Table.Th>
            {compares && (
              <Table.Td>
                <ChangedValue {...{ field, resource, currency }} value={before} name={before_name} />
              </Table.Td>
            )}
            <Table.Td>
              <ChangedValue {...{ field, resource, currency }} value={after} name={after_name} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

type ChangedValueProps = {
  field: string
  resource: string
  value: unknown
  /** Name of the record whose id the value is. */
  name: string | null | undefined
  /** The currency of amounts in the same entry. */
  currency?: string | undefined
  /** Longer texts are cut. */
  most?: number
}

/** A value of an entry as people read it. */
export function ChangedValue({
  field,
  resource,
  value,
  name,
  currency,
  most = Number.POSITIVE_INFINITY,
}: ChangedValueProps) {
  const { t, i18n } = useTranslation('activity')
  const format = useFormat()
  if (name) return cut(name, most)
  if (isEmpty(value))
    return (
      <Text span inherit c="dimmed">
        {t('nothing')}
      </Text>
    )
  const text = plainText({ i18n, format, currency, resource }, field, value)
  return isPlain(value) ? <LookedUp field={field} value={value} other={cut(text, most)} /> : cut(text, most)
}

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most).trimEnd()}…` : text)

type LookedUpProps = {
  field: string
  value: string | number
  /** Values of other fields, and of records without a name. */
  other: string
}

/** Names of records and codes. */
function LookedUp({ field, value, other }: LookedUpProps) {
  const name = bareName(field)
  const useName = LOOKUPS[name] ?? Object.values(RECORDS).find((record) => record?.idField === name)?.useName
  return useName ? <Named key={name} value={value} useName={useName} other={other} /> : other
}

type UseName = (value: string) => string

const useNameOfCountry: UseName = (id) => useCountryName()(Number(id))

const LOOKUPS: Record<string, UseName | undefined> = {
  country_id: useNameOfCountry,
  event_code: useEventName,
  service_id: useServiceName,
}

type NamedProps = Omit<LookedUpProps, 'field'> & { useName: UseName }

function Named({ value, useName, other }: NamedProps) {
  return useName(String(value)) || other
}
