import type { TFunction } from 'i18next'
import type { SupportDepartment, SupportSubject, SupportTemplate } from '@/api/schema'
import { activeColumn, codeColumn, updatedColumn } from '@/blocks/record-columns'
import { localeText } from '@/ui/locale-text'
import type { Column } from '@/ui/table/columns'
import { listed } from '@/ui/wording'

type Texts = { t: TFunction<'ticket-settings'>; common: TFunction<'common'>; language: string }
type Titled = { code: string; title_locale: unknown }
type Described = Titled & { description_locale: unknown }

export const titleIn = ({ title_locale, code }: Titled, language: string) =>
  localeText(title_locale, language) || code

const names = (people: { label: string }[]) => listed(people.map(({ label }) => label))

const titleColumns = ({ t, language }: Texts): Column<Described>[] => [
  {
    id: 'title',
    header: t('field.title'),
    main: true,
    width: 260,
    cell: (record) => titleIn(record, language),
    below: ({ description_locale }) => localeText(description_locale, language),
  },
  codeColumn(t('field.code')),
]

export const subjectColumns = (texts: Texts): Column<SupportSubject>[] => [
  ...titleColumns(texts),
  {
    id: 'departments',
    header: texts.t('field.departments'),
    width: 200,
    cell: ({ groups }) => listed(groups.map((group) => localeText(group.title_locale, texts.language))),
  },
  {
    id: 'users',
    header: texts.t('field.users'),
    width: 200,
    cell: ({ people }) => names(people),
  },
  activeColumn(texts.common),
  updatedColumn(texts.common),
]

const hoursColumn = (
  id: 'first_response_hours' | 'resolution_hours',
  { t }: Texts,
): Column<SupportDepartment> => ({
  id,
  header: t(`field.${id}`),
  align: 'right',
  width: 112,
  cell: (record) => record[id] && t('hours', { count: record[id] }),
  text: (record) => record[id] ?? '',
})

export const departmentColumns = (texts: Texts): Column<SupportDepartment>[] => [
  ...titleColumns(texts),
  {
    id: 'members',
    header: texts.t('field.members'),
    width: 240,
    cell: ({ people }) => names(people),
  },
  hoursColumn('first_response_hours', texts),
  hoursColumn('resolution_hours', texts),
  activeColumn(texts.common),
  updatedColumn(texts.common),
]

export const templateColumns = ({ t, common, language }: Texts): Column<SupportTemplate>[] => [
  {
    id: 'title',
    header: t('field.title'),
    main: true,
    width: 220,
    cell: (record) => titleIn(record, language),
  },
  codeColumn(t('field.code')),
  {
    id: 'body',
    header: t('field.body'),
    width: 420,
    cell: ({ body_locale }) => localeText(body_locale, language),
  },
  activeColumn(common, t('template.state', { returnObjects: true })),
  updatedColumn(common),
]
