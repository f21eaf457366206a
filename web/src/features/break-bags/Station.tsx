import { Select, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMasterBagList, useMawbContentList } from '@/api/generated/endpoints/consolidation/consolidation'
import type { BreakBag } from '@/api/schema'
import type { Remarks } from '@/blocks/scan/CodeList'
import { ScanList } from '@/blocks/scan/ScanList'
import type { FoundRecord } from '@/blocks/scan/useLookUp'
import { Verdict } from '@/blocks/scan/Verdict'
import { useStationName } from '@/shared/bags/useStationName'
import { useFormat } from '@/ui/format'
import { PageCard } from '@/ui/PageCard'
import classes from './BreakBags.module.css'
import { useBreakScanning } from './useBreakScanning'

/** The scan station of an unpacking: each scan is recorded at once, and heard. */
export function Station({ broken }: { broken: BreakBag }) {
  const { t } = useTranslation('break-bags')
  const field = useRef<HTMLInputElement>(null)
  const [station, setStation] = useStationName()
  const [bag, setBag] = useState<string | null>(null)
  const { scanning, last } = useBreakScanning(broken, { station, bag })
  const remarks = useRemarks()
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  return (
    <PageCard title={t('station.title')}>
      <Stack gap="sm">
        <Figures broken={broken} />
        <Verdict tone={last?.tone} text={last ? last.text : t('station.ready')} />
        <ScanList
          field={field}
          scanning={scanning}
          remarks={remarks}
          path="codes"
          error={null}
          onType={() => undefined}
        />
        <BagChoice broken={broken} value={bag} onChange={setBag} />
        <TextInput
          label={t('station.name')}
          maxLength={60}
          value={station}
          onChange={(event) => setStation(event.currentTarget.value)}
        />
      </Stack>
    </PageCard>
  )
}

/** How many of the expected parcels are there. */
function Figures({ broken }: { broken: BreakBag }) {
  const { t } = useTranslation('break-bags')
  const format = useFormat()
  const { found_count, expected_count, over_count } = broken
  return (
    <div className={classes.figures}>
      <span className={classes.count}>{format.number(found_count)}</span>
      <Text>{t('ofExpected', { count: expected_count, number: format.number(expected_count) })}</Text>
      {over_count > 0 && (
        <Text>{t('overMore', { count: over_count, number: format.number(over_count) })}</Text>
      )}
    </div>
  )
}

type BagChoiceProps = { broken: BreakBag; value: string | null; onChange(id: string | null): void }

/** The bag that is being unpacked, so that a parcel of another one is noticed. */
function BagChoice({ broken, value, onChange }: BagChoiceProps) {
  const { t } = useTranslation('break-bags')
  const { mawb_id, master_id } = broken
  const contents = useMawbContentList(
    mawb_id ?? '',
    { per_page: 100 },
    { query: { enabled: mawb_id !== null } },
  )
  const bags = useMasterBagList(master_id ?? '', { query: { enabled: master_id !== null } })
  const ofWaybill = (contents.data?.data ?? []).filter(({ bag_id }) => bag_id !== null)
  const data = [
    ...ofWaybill.map(({ bag_id, code }) => ({ value: bag_id ?? '', label: code })),
    ...(bags.data?.data ?? []).map(({ id, number }) => ({ value: id, label: number })),
  ]
  // Its place is kept until the bags are known.
  if (data.length === 0 && !contents.isLoading && !bags.isLoading) return null
  return (
    <Select
      label={t('station.bag')}
      description={t('station.bagText')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={data}
      value={value}
      onChange={onChange}
      searchable
      clearable
    />
  )
}

/** The words in the line of a code. */
function useRemarks(): Remarks<FoundRecord> {
  const { t } = useTranslation('break-bags')
  return {
    done: () => t('station.done'),
    held: () => t('station.already'),
    unknown: t('station.over'),
    known: () => null,
    doubt: () => undefined,
    doneCount: (count) => t('station.doneCount', { count }),
  }
}
