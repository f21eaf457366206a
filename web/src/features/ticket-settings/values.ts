import type {
  SupportDepartment,
  SupportDepartmentInput,
  SupportSubject,
  SupportSubjectInput,
  SupportTemplate,
  SupportTemplateInput,
} from '@/api/schema'
import type { LOCALE_MAP_KEYS } from '@/i18n'

export type Texts = { pt: string; en: string; es: string; zh: string }

/** The fields that subjects and departments share: a text for each language. */
export type TitleValues = { code: string; title_locale: Texts; description_locale: Texts }

/** One of the texts of each language. */
export type LocaleKey = (typeof LOCALE_MAP_KEYS)[keyof typeof LOCALE_MAP_KEYS]

export type SubjectValues = TitleValues & { users: string[]; departments: string[]; version?: number }
export type DepartmentValues = TitleValues & {
  members: string[]
  first_response_hours: number | null
  resolution_hours: number | null
  version?: number
}
export type TemplateValues = { code: string; title_locale: Texts; body_locale: Texts; version?: number }

const BLANK: Texts = { pt: '', en: '', es: '', zh: '' }
const TITLES: TitleValues = { code: '', title_locale: BLANK, description_locale: BLANK }

export const EMPTY_SUBJECT: SubjectValues = { ...TITLES, users: [], departments: [] }
export const EMPTY_DEPARTMENT: DepartmentValues = {
  ...TITLES,
  members: [],
  first_response_hours: null,
  resolution_hours: null,
}
export const EMPTY_TEMPLATE: TemplateValues = { code: '', title_locale: BLANK, body_locale: BLANK }

const titlesOf = ({ code, title_locale, description_locale }: SupportSubject | SupportDepartment) => ({
  code,
  title_locale: { ...BLANK, ...title_locale },
  description_locale: { ...BLANK, ...description_locale },
})

export const subjectValues = (record: SupportSubject): SubjectValues => ({
  ...titlesOf(record),
  users: record.users,
  departments: record.departments,
  version: record.version,
})

export const departmentValues = (record: SupportDepartment): DepartmentValues => ({
  ...titlesOf(record),
  members: record.members,
  first_response_hours: record.first_response_hours,
  resolution_hours: record.resolution_hours,
  version: record.version,
})

export const subjectInput = ({ version: _, ...values }: SubjectValues): SupportSubjectInput => values
export const departmentInput = ({ version: _, ...values }: DepartmentValues): SupportDepartmentInput => values

export const templateValues = ({ code, title_locale, body_locale, version }: SupportTemplate) => ({
  code,
  title_locale: { ...BLANK, ...title_locale },
  body_locale: { ...BLANK, ...body_locale },
  version,
})

export const templateInput = ({ version: _, ...values }: TemplateValues): SupportTemplateInput => values
