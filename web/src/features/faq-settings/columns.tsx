import type { TFunction } from 'i18next'
import type { FaqGroup, FaqQuestion } from '@/api/schema'
import { activeColumn, codeColumn, updatedColumn } from '@/blocks/record-columns'
import type { Format } from '@/ui/format'
import { localeText } from '@/ui/locale-text'
import type { Column } from '@/ui/table/columns'
import { removeMarks } from './marks'

type Texts = {
  t: TFunction<'faq-settings'>
  common: TFunction<'common'>
  language: string
  format: Format
}

export const nameOfGroup = ({ title_locale, code }: FaqGroup, language: string) =>
  localeText(title_locale, language) || code

const positionColumn = <T extends { position: number }>({ t, format }: Texts): Column<T> => ({
  id: 'position',
  header: t('field.position'),
  sortable: true,
  align: 'right',
  width: 110,
  cell: ({ position }) => format.number(position),
  text: ({ position }) => position,
})

export const groupColumns = (texts: Texts): Column<FaqGroup>[] => [
  {
    id: 'title',
    header: texts.common('record.name'),
    main: true,
    width: 220,
    cell: (group) => nameOfGroup(group, texts.language),
  },
  codeColumn(texts.t('field.code')),
  {
    id: 'question_count',
    header: texts.t('field.question_count'),
    sortable: true,
    align: 'right',
    width: 120,
    cell: ({ question_count }) => texts.format.number(question_count),
    text: ({ question_count }) => question_count,
  },
  positionColumn(texts),
  activeColumn(texts.common),
  updatedColumn(texts.common),
]

export const questionColumns = (texts: Texts): Column<FaqQuestion>[] => [
  {
    id: 'question',
    header: texts.t('field.question'),
    main: true,
    width: 320,
    cell: ({ question_locale }) => localeText(question_locale, texts.language),
  },
  {
    id: 'answer',
    header: texts.t('field.answer'),
    width: 360,
    cell: ({ answer_locale }) => removeMarks(localeText(answer_locale, texts.language)),
  },
  {
    id: 'group',
    header: texts.t('field.group'),
    width: 160,
    cell: ({ group_title_locale }) => localeText(group_title_locale, texts.language),
  },
  positionColumn(texts),
  activeColumn(texts.common, texts.t('question.state', { returnObjects: true })),
  updatedColumn(texts.common),
]
