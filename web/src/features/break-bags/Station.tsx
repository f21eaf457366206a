import { Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  getBreakBagBagListQueryOptions,
  useBreakBagBagList,
} from '@/api/generated/endpoints/consolidation/consolidation'
import type { BagReference, BreakBag } from '@/api/schema'
import type { Remarks } from '@/blocks/scan/CodeList'
import { ScanList } from '@/blocks/scan/ScanList'
import type { FoundRecord } from '@/blocks/scan/useLookUp'
import { Verdict } from '@/blocks/scan/Verdict'
import { useStationName } from '@/shared/bags/useStationName'
import { type Option, RemoteSelect } from '@/ui/fields/RemoteSelect'
import { useFormat } from '@/ui/format'
import { PageCard } from '@/ui/PageCard'
import classes from './BreakBags.module.css'
import { useBreakScanning } from './useBreakScanning'

/** The scan station of an unpacking: each scan is recorded at once, and heard. */
export function Station({ broken }: { broken: BreakBag }) {
  const { t } = useTranslation('break-bags')
  const field = useRef<HTMLInputElement>(null)
  const [station, setStation] = useStationName()
  const [bag, setBag] = useState<Option | null>(null)
  const { scanning, last } = useBreakScanning(broken, {
    station,
    bag: bag?.id ?? null,
    onBag: ({ id, number }) => setBag({ id, label: number }),
  })
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
          holdsRefusals
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

/** How many of the expected parcels are there; how many are expected is not shown in a blind count. */
function Figures({ broken }: { broken: BreakBag }) {
  const { t } = useTranslation('break-bags')
  const format = useFormat()
  const { found_count, expected_count, over_count } = broken
  return (
    <div className={classes.figures}>
      <span className={classes.count}>{format.number(found_count)}</span>
      <Text>
        {expected_count === null
          ? t('blindCount')
          : t('ofExpected', { count: expected_count, number: format.number(expected_count) })}
      </Text>
      {over_count > 0 && (
        <Text>{t('overMore', { count: over_count, number: format.number(over_count) })}</Text>
      )}
    </div>
  )
}

type BagChoiceProps = { broken: BreakBag; value: Option | null; onChange(bag: Option | null): void }

const optionsOf = ({ data }: { data: BagReference[] }): Option[] =>
  data.map(({ id, number }) => ({ id, label: number }))

/** The bag that is being unpacked, so that a parcel of another one is noticed. */
function BagChoice({ broken, value, onChange }: BagChoiceProps) {
  const { t } = useTranslation('break-bags')
  const bags = useBreakBagBagList(broken.id)
  // Its place is kept until the bags are known.
  if (bags.data?.data.length === 0) return null
  return (
    <RemoteSelect
      label={t('station.bag')}
      description={t('station.bagText')}
      value={value}
      onChange={onChange}
      options={(search) => ({
        ...getBreakBagBagListQueryOptions(broken.id, search ? { search } : undefined),
        select: optionsOf,
      })}
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
