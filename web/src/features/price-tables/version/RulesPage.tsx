import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import {
  priceVersionShow,
  priceVersionUpdate,
  usePriceVersionShow,
} from '@/api/generated/endpoints/prices/prices'
import { freshly } from '@/api/record-query'
import type { PriceVersion } from '@/api/schema'
import { paths } from '@/context/paths'
import { notify } from '@/ui/dialogs/notify'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import { refreshVersion } from '../useVersionActions'
import { ChargeRules } from './ChargeRules'
import { inputOf, type RuleValues, valuesOf } from './rule-values'
import { type OpenVersion, VersionPage } from './VersionPage'
import { Terms, WeighingRules } from './WeighingRules'

/** The rules of a version: its days, how it weighs, and what is added or taken off. */
export default function RulesPage({ table, id }: { table: string; id: string }) {
  return (
    <VersionPage table={table} id={id}>
      {(open) => <Fresh key={id} {...open} />}
    </VersionPage>
  )
}

/** A form opens with the record as it is now, not as a page showed it a while ago. */
function Fresh(open: OpenVersion) {
  const result = usePriceVersionShow(open.version.id, freshly(open.version.id))
  const version = result.isFetchedAfterMount ? result.data?.data : undefined
  return version ? <Rules {...open} version={version} /> : null
}

export type RuleFields = ReturnType<typeof useTiedFields<RuleValues>>

function useRulesForm(version: PriceVersion) {
  const { t } = useTranslation('price-parts')
  const { required } = useRules()
  const queryClient = useQueryClient()
  const model = useResourceForm<RuleValues, PriceVersion>({
    name: `price-rules-${version.id}`,
    initial: valuesOf(version),
    validate: {
      insurance: { pct: (pct, { has_insurance }) => (has_insurance ? required(pct) : null) },
      adjustments: { pct: required },
    },
    newest: async () => valuesOf((await priceVersionShow(version.id)).data),
    async submit(values) {
      const change = { ...inputOf(values), version: values.version ?? version.version }
      return (await priceVersionUpdate(version.id, change)).data
    },
    onSaved(saved) {
      refreshVersion(queryClient, saved)
      model.restart(valuesOf(saved))
      notify.success(t('rules.saved'))
    },
  })
  return model
}

function Rules({ table, version }: OpenVersion) {
  const { t } = useTranslation('price-parts')
  const navigate = useNavigate()
  const model = useRulesForm(version)
  const fields = useTiedFields(model.form)
  const isDraft = version.status === 'draft'
  return (
    <ResourceForm
      model={model}
      submitLabel={t('rules.save')}
      onCancel={() =>
        void navigate({ href: paths['price_versions.show']({ table: table.id, id: version.id }) })
      }
      readOnly={!version.can.update}
    >
      <fieldset disabled={!version.can.update} style={{ display: 'contents' }}>
        <Terms fields={fields} isDraft={isDraft} />
        <fieldset disabled={!isDraft} style={{ display: 'contents' }}>
          <WeighingRules fields={fields} table={table} isDraft={isDraft} />
          <ChargeRules fields={fields} table={table} version={version} isDraft={isDraft} />
        </fieldset>
      </fieldset>
    </ResourceForm>
  )
}
