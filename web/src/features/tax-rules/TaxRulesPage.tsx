import { Button, Group } from '@mantine/core'
import {
  IconCalculator,
  IconCopyPlus,
  IconPencil,
  IconReceiptTax,
  IconRestore,
  IconTrash,
} from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { taxRuleList as loadTaxRules, useTaxRuleList } from '@/api/generated/endpoints/taxes/taxes'
import { PAGED } from '@/api/record-query'
import type { TaxRuleRecord } from '@/api/schema'
import { useOnceCountriesAreNamed } from '@/api/useCountryName'
import { CreateLink, RecordList } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { useFormat } from '@/ui/format'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import type { MenuEntry } from '@/ui/table/columns'
import { useListParams } from '@/ui/table/useListParams'
import { taxRuleColumns } from './columns'
import { Filters } from './Filters'
import { queryOf, taxRuleList } from './list'
import { nextPath } from './next-path'
import { useDeleteTaxRule } from './useDeleteTaxRule'
import { useRuleWords } from './words/useRuleWords'

const edit = ({ id }: TaxRuleRecord) => paths['tax_rules.edit']({ id })

/** The rules of import taxes: those that come with the product, and the company's own. */
export function TaxRulesPage() {
  const { t } = useTranslation('tax-rules')
  const format = useFormat()
  const words = useRuleWords()
  const list = useListParams(taxRuleList)
  const query = queryOf(list.query, format.today())
  const columns = useMemo(() => taxRuleColumns(t, words, format), [t, words, format])
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={<Ways />}
      tabs={<Filters list={list} />}
      search={t('search')}
      list={list}
      load={(page, options) => loadTaxRules({ ...query, ...page }, options)}
      result={useOnceCountriesAreNamed(useTaxRuleList(query, PAGED))}
      columns={columns}
      rowLabel={words.title}
      rowTo={edit}
      menu={useMenu()}
      empty={{ icon: IconReceiptTax, title: t('empty'), text: t('emptyText') }}
    />
  )
}

/** Calculates taxes of a parcel, and adds a rule. */
function Ways() {
  const { t } = useTranslation('tax-rules')
  const { can } = useProfile()
  return (
    <Group gap="xs">
      {can['tax_rule.assess'] && (
        <Button
          component={AppLink}
          to={paths['tax_rules.try']()}
          variant="default"
          classNames={ICON_ON_PHONE}
          leftSection={<IconCalculator size={16} aria-hidden />}
        >
          {t('try')}
        </Button>
      )}
      <CreateLink to={paths['tax_rules.create']()} label={t('create')} allowed={can['tax_rule.create']} />
    </Group>
  )
}

function useMenu() {
  const { t } = useTranslation(['tax-rules', 'common', 'codes'])
  const { can } = useProfile()
  const remove = useDeleteTaxRule()
  return (rule: TaxRuleRecord): MenuEntry[] => [
    { label: t('common:record.open'), icon: IconPencil, to: edit(rule) },
    {
      label: t('next.action'),
      icon: IconCopyPlus,
      to: nextPath(rule.id),
      refused: can['tax_rule.create'] && rule.can.update ? undefined : t('codes:forbidden'),
    },
    'divider',
    {
      label: rule.own && !rule.changed ? t('delete.action') : t('restore.action'),
      icon: rule.own && !rule.changed ? IconTrash : IconRestore,
      danger: true,
      run: () => remove(rule),
      refused: refusal(rule, t('restore.none'), t('codes:forbidden')),
    },
  ]
}

function refusal({ own, can }: TaxRuleRecord, unchanged: string, forbidden: string) {
  if (can.delete) return undefined
  return own ? forbidden : unchanged
}
