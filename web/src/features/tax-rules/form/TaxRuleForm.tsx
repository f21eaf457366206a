import { Alert, Button, Group } from '@mantine/core'
import { IconCopyPlus, IconInfoCircle, IconRestore, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FOREVER } from '@/api/forever'
import { useLookupCurrencies } from '@/api/generated/endpoints/lookups/lookups'
import {
  taxRuleCreate,
  taxRuleShow,
  taxRuleUpdate,
  useTaxRuleShow,
} from '@/api/generated/endpoints/taxes/taxes'
import { freshly } from '@/api/record-query'
import type { TaxRuleRecord } from '@/api/schema'
import { RecordForm } from '@/blocks/RecordForm'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { useFormat } from '@/ui/format'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import { nextPath } from '../next-path'
import { refreshTaxRules } from '../refresh'
import { StateBadges } from '../StateBadges'
import { useDeleteTaxRule } from '../useDeleteTaxRule'
import { usePlaces } from '../usePlaces'
import { useRuleWords } from '../words/useRuleWords'
import { CalculationSection } from './CalculationSection'
import { ConditionSection } from './ConditionSection'
import { LimitSection } from './LimitSection'
import { PlaceSection } from './PlaceSection'
import { RuleInWords } from './RuleInWords'
import { useRuleCheck } from './useRuleCheck'
import { ValiditySection } from './ValiditySection'
import { emptyValues, inputOf, nextOf, valuesOf } from './values'

type TaxRuleFormProps = {
  /** The rule to change. */
  id?: string | undefined
  /** The rule that the new one follows. */
  after?: string | undefined
}

/** Creates a rule, or changes the one of this id; a new one can follow another and ends it. */
export function TaxRuleForm({ id, after }: TaxRuleFormProps) {
  const { t } = useTranslation('tax-rules')
  const format = useFormat()
  const words = useRuleWords()
  const { result: countries } = usePlaces()
  const currencies = useLookupCurrencies(FOREVER)
  const earlier = useTaxRuleShow(after ?? '', freshly(after))
  const last = earlier.isFetchedAfterMount ? earlier.data?.data : undefined
  const followed = last && { id: last.id, version: last.version }
  return (
    <RecordForm
      name={after ? `tax_rule-after-${after}` : 'tax_rule'}
      id={id}
      result={useTaxRuleShow(id ?? '', freshly(id))}
      lookups={after ? [countries, currencies, { ...earlier, data: last }] : [countries, currencies]}
      title={id ? t('one') : after ? t('next.title') : t('create')}
      text={after && t('next.text')}
      nameOf={(rule) => words.title(rule)}
      aside={(rule) => <StateBadges rule={rule} />}
      action={(rule, onChanged) => <Actions rule={rule} onChanged={onChanged} />}
      empty={() => (last ? nextOf(last, format.today()) : emptyValues(format.today()))}
      valuesOf={valuesOf}
      validate={useRuleCheck(last?.valid_from)}
      save={(values, kept) =>
        kept
          ? taxRuleUpdate(kept.id, { ...inputOf(values), version: kept.version })
          : taxRuleCreate({ ...inputOf(values), follows: followed ?? null })
      }
      refresh={refreshTaxRules}
      submitLabel={t('save')}
      savedText={id ? t('saved') : after ? t('next.saved') : t('created')}
      leaveTo={paths['tax_rules.index']}
    >
      {(fields) => (
        <>
          <RuleInWords values={fields.values} />
          {id && <Origin id={id} />}
          <PlaceSection fields={fields} />
          <ConditionSection fields={fields} />
          <CalculationSection fields={fields} />
          <LimitSection fields={fields} />
          <ValiditySection fields={fields} />
        </>
      )}
    </RecordForm>
  )
}

/** Tells that a change to a shipped rule becomes the company's own. */
function Origin({ id }: { id: string }) {
  const { t } = useTranslation('tax-rules')
  const rule = useTaxRuleShow(id).data?.data
  if (!rule || (rule.own && !rule.changed)) return null
  return (
    <Alert mb="sm" icon={<IconInfoCircle aria-hidden />}>
      {rule.changed ? t('changedNote') : t('shippedNote')}
    </Alert>
  )
}

type ActionsProps = { rule: TaxRuleRecord; onChanged(rule: TaxRuleRecord): void }

/** Deletes or restores the rule, and begins the one that follows it. */
function Actions({ rule, onChanged }: ActionsProps) {
  const { t } = useTranslation('tax-rules')
  const { can } = useProfile()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const remove = useDeleteTaxRule()
  const way = rule.changed ? 'restore' : 'delete'

  async function onDone() {
    if (!rule.changed) return navigate({ href: paths['tax_rules.index']() })
    const { data } = await taxRuleShow(rule.id)
    refreshTaxRules(queryClient, data)
    onChanged(data)
  }

  return (
    <Group gap="xs">
      {rule.can.delete && (
        <Button
          variant="default"
          classNames={ICON_ON_PHONE}
          leftSection={
            way === 'restore' ? <IconRestore size={16} aria-hidden /> : <IconTrash size={16} aria-hidden />
          }
          onClick={() => remove(rule, () => void onDone())}
        >
          {t(`${way}.action`)}
        </Button>
      )}
      {can['tax_rule.create'] && rule.can.update && (
        <Button
          component={AppLink}
          to={nextPath(rule.id)}
          variant="default"
          classNames={ICON_ON_PHONE}
          leftSection={<IconCopyPlus size={16} aria-hidden />}
        >
          {t('next.action')}
        </Button>
      )}
    </Group>
  )
}
