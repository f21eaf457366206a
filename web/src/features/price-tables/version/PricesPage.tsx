import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { priceGridShow, priceGridUpdate, usePriceVersionCheck } from '@/api/generated/endpoints/prices/prices'
import type { PriceFinding, PriceGrid } from '@/api/schema'
import { GridEditor } from '../grid/GridEditor'
import type { PriceGridHandle } from '../grid/PriceGrid'
import type { Patch } from '../grid/patch'
import { useSheetEditor } from '../grid/useSheetEditor'
import { useFindingText } from '../useFindingText'
import { refreshVersion } from '../useVersionActions'
import { marksOf, placeIn } from './finding-marks'
import { GridPart } from './GridPart'
import { gridChange } from './grid-change'
import { changesOf, sheetOf } from './grid-values'
import { useNotation } from './useNotation'
import type { OpenVersion } from './VersionPage'

/** The cell to which a finding leads. */
export type PricesSearch = { zone?: string; up_to?: string }

type PricesPageProps = { table: string; id: string; search: PricesSearch }

/** The prices of a version in their grid. */
export function PricesPage({ table, id, search }: PricesPageProps) {
  return (
    <GridPart table={table} id={id}>
      {(open) => <Editor {...open} search={search} />}
    </GridPart>
  )
}

const NOTHING: PriceFinding[] = []

function Editor({ table, version, grid, search }: OpenVersion & { grid: PriceGrid; search: PricesSearch }) {
  const { t } = useTranslation('price-grid')
  const queryClient = useQueryClient()
  const handle = useRef<PriceGridHandle>(null)
  const notation = useNotation(table)
  const check = usePriceVersionCheck(version.id, { query: { enabled: version.status === 'draft' } })
  const { text } = useFindingText()
  const saved = useMemo(() => ({ sheet: sheetOf(grid), version: grid.version }), [grid])
  const editor = useSheetEditor({
    name: `prices-${version.id}`,
    saved,
    readOnly: !version.can.edit,
    save: (patch, from) => saveAll(version.id, patch, from, (data) => refreshVersion(queryClient, data)),
    newest: async () => {
      const { data } = await priceGridShow(version.id)
      return { sheet: sheetOf(data), version: data.version }
    },
  })
  const findings = check.data?.data ?? NOTHING
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts change with the language alone
  const marks = useMemo(() => marksOf(findings, editor.saved, text), [findings, editor.saved, t])
  const { zone, up_to } = search
  const start = useMemo(() => placeIn(saved.sheet, { zone, up_to }), [saved, zone, up_to])
  return (
    <GridEditor
      label={t('grid.label', { code: table.code, number: version.number })}
      editor={editor}
      notation={notation}
      marks={marks}
      readOnly={!version.can.edit}
      handle={handle}
      start={start}
    />
  )
}

type Saved = Awaited<ReturnType<typeof priceGridUpdate>>['data']

/** Sends a patch, in several requests if it is large; answers the version after the last one. */
async function saveAll(
  id: string,
  patch: Patch,
  from: number,
  onSaved: (saved: Saved) => void,
): Promise<number> {
  let version = from
  for (const change of changesOf(patch)) {
    const { data } = await priceGridUpdate(id, gridChange(change, version))
    version = data.version
    onSaved(data)
  }
  return version
}
