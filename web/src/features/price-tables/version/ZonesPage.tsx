import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { PriceGrid } from '@/api/schema'
import { paths } from '@/context/paths'
import { ResourceForm } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { nextCodes } from '../grid/sheet'
import { GridPart } from './GridPart'
import { useChosen } from './useChosen'
import { useGridForm } from './useGridForm'
import type { OpenVersion } from './VersionPage'
import { ZoneFields } from './ZoneFields'
import { ZoneList } from './ZoneList'
import classes from './Zones.module.css'
import { changeOf, emptyZone, fieldOf, valuesOf, type ZonesValues } from './zone-values'

type ZonesPageProps = { table: string; id: string; search: { zone?: string } }

/** The zones of a version: the places that have one column of prices. */
export default function ZonesPage({ table, id, search }: ZonesPageProps) {
  return (
    <GridPart table={table} id={id}>
      {(open) => <Zones {...open} first={search.zone} />}
    </GridPart>
  )
}

export type ZonesForm = ReturnType<typeof useGridForm<ZonesValues>>['form']

function useZonesForm({ version, grid }: OpenVersion & { grid: PriceGrid }) {
  const { t } = useTranslation('price-parts')
  const { required } = useRules()
  return useGridForm<ZonesValues>({
    name: 'zones',
    version,
    grid,
    valuesOf,
    changeOf: (values) =>
      changeOf(
        values,
        grid.zones.map(({ code }) => code),
      ),
    fieldOf,
    validate: {
      zones: {
        code: (code, { zones }) =>
          required(code) ??
          (zones.filter((zone) => zone.code?.trim() === code?.trim()).length > 1 ? t('zones.twice') : null),
        parts: { country_id: required },
      },
    },
    saved: t('zones.saved'),
  })
}

function Zones(props: OpenVersion & { grid: PriceGrid; first: string | undefined }) {
  const { table, version, first } = props
  const { t } = useTranslation('price-parts')
  const navigate = useNavigate()
  const model = useZonesForm(props)
  const { form, refusals } = model
  const { zones } = form.values
  const readOnly = !version.can.edit
  const chosen = useChosen({
    items: zones,
    path: 'zones',
    put: (next) => form.setFieldValue('zones', next),
    first: zones.findIndex(({ code }) => code === first),
    errors: form.errors,
    refusals,
  })
  const codes = zones.map(({ code }) => code ?? '')
  return (
    <ResourceForm
      model={model}
      submitLabel={t('zones.save')}
      onCancel={() =>
        void navigate({ href: paths['price_versions.show']({ table: table.id, id: version.id }) })
      }
      readOnly={readOnly}
    >
      <div className={classes.split}>
        <ZoneList
          zones={zones}
          at={chosen.at}
          wrong={chosen.wrong}
          onSelect={chosen.select}
          onAdd={readOnly ? undefined : () => chosen.add(emptyZone(nextCodes(codes, 1)[0] ?? ''))}
        />
        {chosen.one && (
          <ZoneFields
            key={chosen.one.key}
            form={form}
            at={chosen.at}
            table={table}
            readOnly={readOnly}
            onMove={chosen.move}
            onRemove={chosen.remove}
          />
        )}
      </div>
    </ResourceForm>
  )
}
