import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { PriceGrid } from '@/api/schema'
import { paths } from '@/context/paths'
import { ResourceForm } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { GridPart } from './GridPart'
import { SurchargeFields } from './SurchargeFields'
import { SurchargeList } from './SurchargeList'
import { changeOf, emptySurcharge, fieldOf, type SurchargesValues, valuesOf } from './surcharge-values'
import { useChosen } from './useChosen'
import { useGridForm } from './useGridForm'
import type { OpenVersion } from './VersionPage'
import classes from './Zones.module.css'

type SurchargesPageProps = { table: string; id: string; search: { code?: string } }

/** Surcharges of a version. */
export default function SurchargesPage({ table, id, search }: SurchargesPageProps) {
  return (
    <GridPart table={table} id={id}>
      {(open) => <Surcharges {...open} first={search.code} />}
    </GridPart>
  )
}

export type SurchargesForm = ReturnType<typeof useGridForm<SurchargesValues>>['form']

function useSurchargesForm({ table, version, grid }: OpenVersion & { grid: PriceGrid }) {
  const { t } = useTranslation('price-parts')
  const { required } = useRules()
  const stored = grid.surcharges.map(({ code }) => code)
  return useGridForm<SurchargesValues>({
    name: 'surcharges',
    version,
    grid,
    valuesOf,
    changeOf: (values) => changeOf(values, stored, table),
    fieldOf,
    validate: {
      surcharges: {
        code: (code, { surcharges }) =>
          required(code) ??
          (surcharges.filter((one) => one.code?.trim() === code?.trim()).length > 1
            ? t('surcharges.twice')
            : null),
        amount: required,
        conditions: { areas: { country_id: required } },
      },
    },
    saved: t('surcharges.saved'),
  })
}

function Surcharges(props: OpenVersion & { grid: PriceGrid; first: string | undefined }) {
  const { table, version, grid, first } = props
  const { t } = useTranslation('price-parts')
  const navigate = useNavigate()
  const model = useSurchargesForm(props)
  const { form, refusals } = model
  const { surcharges } = form.values
  const readOnly = !version.can.edit
  const chosen = useChosen({
    items: surcharges,
    path: 'surcharges',
    put: (next) => form.setFieldValue('surcharges', next),
    first: surcharges.findIndex(({ code }) => code === first),
    errors: form.errors,
    refusals,
  })
  return (
    <ResourceForm
      model={model}
      submitLabel={t('surcharges.save')}
      onCancel={() =>
        void navigate({ href: paths['price_versions.show']({ table: table.id, id: version.id }) })
      }
      readOnly={readOnly}
    >
      <div className={classes.split}>
        <SurchargeList
          surcharges={surcharges}
          currency={table.currency}
          at={chosen.at}
          wrong={chosen.wrong}
          onSelect={chosen.select}
          onAdd={readOnly ? undefined : () => chosen.add(emptySurcharge())}
        />
        {chosen.one && (
          <SurchargeFields
            key={chosen.one.key}
            form={form}
            at={chosen.at}
            table={table}
            zones={grid.zones.map(({ code }) => code)}
            readOnly={readOnly}
            onMove={chosen.move}
            onRemove={chosen.remove}
          />
        )}
      </div>
    </ResourceForm>
  )
}
