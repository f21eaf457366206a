import { Group, Select, Skeleton } from '@mantine/core'
import { IconArrowsDiff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { usePriceVersionCompare, usePriceVersionList } from '@/api/generated/endpoints/prices/prices'
import type { PriceTable, PriceVersion } from '@/api/schema'
import { EmptyState } from '@/ui/EmptyState'
import { LoadFailure } from '@/ui/LoadFailure'
import { TablePage } from '../table/TablePage'
import { useValidity } from '../useValidity'
import { Differences } from './Differences'

type Sides = { before?: string; after?: string }

type ComparePageProps = { id: string; search: Sides; onSearch(sides: Sides): void }

/** The differences between two versions. */
export default function ComparePage({ id, search, onSearch }: ComparePageProps) {
  return (
    <TablePage id={id}>{(table) => <Compare table={table} sides={search} onChoose={onSearch} />}</TablePage>
  )
}

type CompareProps = { table: PriceTable; sides: Sides; onChoose(sides: Sides): void }

function Compare({ table, sides, onChoose }: CompareProps) {
  const { t } = useTranslation('price-simulation')
  const { t: tables } = useTranslation('price-tables')
  const result = usePriceVersionList(table.id, { per_page: 100 })
  if (result.error) return <LoadFailure title={tables('failed')} result={result} />
  if (!result.data) return <Skeleton h="40vh" radius="md" />
  const versions = result.data.data
  // The two newest are what one usually asks for.
  const after = sides.after ?? versions[0]?.id
  const before = sides.before ?? versions.find(({ id }) => id !== after)?.id
  return (
    <>
      <Group mb="md" align="flex-end" gap="sm">
        <VersionChoice
          label={t('compare.before')}
          versions={versions}
          value={before}
          onChange={(id) => onChoose({ after, before: id })}
        />
        <VersionChoice
          label={t('compare.after')}
          versions={versions}
          value={after}
          onChange={(id) => onChoose({ before, after: id })}
        />
      </Group>
      {before && after && before !== after ? (
        <Both key={`${before} ${after}`} table={table} before={before} after={after} />
      ) : (
        <EmptyState icon={IconArrowsDiff} title={t('compare.choose')} text={t('compare.chooseText')} />
      )}
    </>
  )
}

type VersionChoiceProps = {
  label: string
  versions: readonly PriceVersion[]
  value: string | undefined
  onChange(id: string): void
}

function VersionChoice({ label, versions, value, onChange }: VersionChoiceProps) {
  const { t } = useTranslation('price-tables')
  const validity = useValidity()
  return (
    <Select
      label={label}
      flex="1 1 16rem"
      maw={360}
      allowDeselect={false}
      data={versions.map((version) => ({
        value: version.id,
        label: `${t('versionNumber', { number: version.number })} · ${t(`status.${version.status}`)} · ${validity(version)}`,
      }))}
      value={value ?? null}
      onChange={(id) => id && onChange(id)}
    />
  )
}

type BothProps = { table: PriceTable; before: string; after: string }

function Both({ table, before, after }: BothProps) {
  const { t } = useTranslation('price-tables')
  const result = usePriceVersionCompare(after, before)
  if (result.error) return <LoadFailure title={t('failed')} result={result} />
  if (!result.data) return <Skeleton h="40vh" radius="md" />
  return <Differences table={table} comparison={result.data.data} />
}
