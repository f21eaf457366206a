import { Badge, Group } from '@mantine/core'
import type { TFunction } from 'i18next'
import type { TaxRuleRecord } from '@/api/schema'
import type { Format } from '@/ui/format'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { listed } from '@/ui/wording'
import { ruleLooks, StateBadges } from './StateBadges'
import classes from './TaxRules.module.css'
import type { RuleWords } from './words/useRuleWords'

export const taxRuleColumns = (
  t: TFunction<'tax-rules'>,
  words: RuleWords,
  format: Format,
): Column<TaxRuleRecord>[] => [
  ...ruleColumns(t, words),
  ...validityColumns(t, words, format),
  {
    id: 'seq',
    header: t('field.seq'),
    sortable: true,
    optional: true,
    align: 'right',
    width: 90,
    cell: ({ seq }) => format.number(seq),
    text: ({ seq }) => seq,
  },
  { id: 'source', header: t('field.source'), optional: true, width: 220, cell: ({ source }) => source },
  {
    id: 'updated_at',
    header: t('field.updated_at'),
    optional: true,
    width: 166,
    cell: ({ updated_at }) => updated_at && <Moment at={updated_at} relative />,
    text: ({ updated_at }) => updated_at && new Date(updated_at),
  },
]

const ruleColumns = (t: TFunction<'tax-rules'>, words: RuleWords): Column<TaxRuleRecord>[] => [
  {
    id: 'tax',
    header: t('field.tax'),
    main: true,
    sortable: true,
    width: 176,
    cell: ({ tax }) => words.taxName(tax),
    below: ({ legal_ref }) => legal_ref,
  },
  {
    id: 'country',
    header: t('field.country'),
    sortable: true,
    width: 100,
    cell: ({ country }) => words.placeName(country),
    below: ({ state }) => state,
  },
  {
    id: 'what',
    header: t('field.what'),
    width: 165,
    cell: words.short,
    text: words.what,
    below: (rule) => {
      const base = words.base(rule)
      return base ? t('ofBase', { base }) : words.reason(rule)
    },
  },
  {
    id: 'conditions',
    header: t('field.conditions'),
    width: 190,
    cell: (rule) => chips(words.conditions(rule)),
    text: (rule) => listed(words.conditions(rule)),
  },
]

const validityColumns = (
  t: TFunction<'tax-rules'>,
  words: RuleWords,
  format: Format,
): Column<TaxRuleRecord>[] => [
  {
    id: 'limits',
    header: t('field.limits'),
    width: 130,
    cell: (rule) => words.limits(rule) ?? '–',
    below: (rule) => words.limits(rule) && t('ofBase', { base: words.limitBase(rule) }),
  },
  {
    id: 'valid_from',
    header: t('field.validity'),
    sortable: true,
    width: 104,
    cell: ({ valid_from }) => format.day(valid_from),
    below: ({ valid_to }) => valid_to && t('until', { day: format.day(valid_to) }),
  },
  {
    id: 'status',
    header: t('field.status'),
    width: 88,
    cell: (rule) => (ruleLooks(rule, t).length > 0 ? <StateBadges rule={rule} /> : t('badge.applied')),
    text: (rule) => labelsOf(rule, t) || t('badge.applied'),
  },
]

const labelsOf = (rule: TaxRuleRecord, t: TFunction<'tax-rules'>) =>
  listed(ruleLooks(rule, t).map(({ label }) => label))

const chips = (texts: string[]) =>
  texts.length === 0 ? (
    '–'
  ) : (
    <Group gap={4} className={classes.chips} title={listed(texts)}>
      {texts.map((text) => (
        <Badge key={text} variant="default" radius="sm" tt="none" fw={400} className={classes.chip}>
          {text}
        </Badge>
      ))}
    </Group>
  )
